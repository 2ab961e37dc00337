//! The evaluation: points, and for each dig its gain and how far it is from being taken.

use super::super::Kathmandu;
use super::super::rules::column::LIST;
use super::super::state::{COLOURS, Decision, Dig, Place, State};
use super::super::words::{ARCHAEOLOGIST, CURATOR, Card, EMINENCE};
use super::claims::{Claim, FAR, Survey};
use crate::core::score::lead;
use crate::core::{Advise, List, MAX_SEATS, SearchDefaults, Seat};

/// The weight of each feature. "Cards" are cards that a player has to lay down before a dig is taken.
mod weight {
    /// The share of a gain that counts when it is within reach.
    pub const PROMISE: f32 = 0.8;
    /// Missing cards at which a dig promises a third of its gain.
    pub const PATIENCE: f32 = 2.5;
    /// Cards that a missing token costs.
    pub const TOKEN: f32 = 0.9;
    /// Points that paying with a card costs.
    pub const PAY: f32 = 1.4;
    /// Cards that a colour costs if the player has no card of it and the list has one at the top.
    pub const COLOUR: f32 = 1.0;
    /// Added for each place further down the list.
    pub const RANK: f32 = 0.4;
    /// Cards that a colour costs if it is not in the list.
    pub const ABSENT: f32 = 2.5;
    /// Cards that a colour costs an opponent.
    pub const OTHERS: f32 = 1.2;
    /// Deduction for each personality of an opponent, whose faces are hidden.
    pub const OTHERS_CARD: f32 = 0.15;
    /// Cards that a wait for the next round costs.
    pub const WAIT: f32 = 0.5;
    /// The same for each place in the list before a site extends.
    pub const QUEUE: f32 = 0.3;
    /// Share of the price of colours that an extension will add.
    pub const RING: f32 = 0.4;
    /// Share that an equally near rival takes.
    pub const RIVAL: f32 = 0.4;
    /// Points lost by a token beside a dig that extends at the end of the round.
    pub const THREATENED: f32 = 1.5;
    /// The same beside any other dig.
    pub const CLOSE: f32 = 0.5;
    /// An archaeologist card still in hand in this round.
    pub const HAND: f32 = 0.7;
    /// A personality still in hand. It may as well be laid down for an expensive card, because it comes back.
    pub const HAND_PERSONALITY: f32 = 0.3;
    /// A token still to be put down in this turn.
    pub const UNIT: f32 = 0.4;
    /// The first card of a colour.
    pub const COLOUR_CARD: f32 = 0.8;
    /// A base personality that the player already has.
    pub const SECOND_CARD: f32 = 0.2;
    /// An eminence among the player's cards.
    pub const EMINENCE: f32 = 1.6;
    /// A curator.
    pub const CURATOR: f32 = 0.6;
    /// Another special personality.
    pub const SPECIAL: f32 = 0.2;
    /// A token in the supply.
    pub const SUPPLY: f32 = 0.05;
    /// Share of what is still to come that will be taken.
    pub const FUTURE: f32 = 0.65;
    /// Rounds left at which half of what comes later is lost.
    pub const END: f32 = 1.0;
    /// Share of a promised gain that clears tokens off the board.
    pub const CLEARED: f32 = 0.5;
    /// The lead, in points, that is worth half a win.
    pub const MARGIN: f32 = 25.0;
    /// The total, in points, that is safely above zero at the end of the game.
    pub const SAFE: f32 = 10.0;
    /// Added for each round to come.
    pub const SAFE_ROUND: f32 = 3.0;
    /// Tokens that the extensions of a round draw, roughly.
    pub const DRAWN: f32 = 9.0;
    /// Weight of a lead where nobody will win.
    pub const HOPELESS: f32 = 0.15;
}

impl Advise for Kathmandu {
    // With half of the evaluation the search took 65 % of the points of 40 tuning games against the network's values alone. Of 144
    // legal cells the network gives 79 % to one, although greedy would choose another in seven cases out of eight: it is too sure.
    const SEARCH: SearchDefaults = SearchDefaults { blend: 0.5, soften: 2.5, ..SearchDefaults::USUAL };

    /// The claims follow from the digs and the tokens, which most choices leave alone.
    type Notes = Survey;

    fn evaluate_on(&self, s: &State, seat: Seat, survey: &mut Survey) -> f32 {
        let mut worth = [0.0; MAX_SEATS];
        for (p, worth) in worth.iter_mut().enumerate().take(self.seats) {
            let tokens: i16 = (0..COLOURS).map(|c| self.tables.points[c] * i16::from(s.taken[p][c])).sum();
            let sites = self.tables.site_points * s.taken_sites[p].count_ones() as i16;
            *worth = f32::from(tokens + sites + self.tables.lost_points * i16::from(s.graveyard[p]));
        }
        if s.decision == Decision::Over {
            let lead = lead(&worth, seat, self.seats);
            let outcome = crate::core::score::shared_outcome(self.best(s), self.seats)[seat.at()];
            return 0.8 * outcome + 0.2 * lead / (lead.abs() + weight::MARGIN);
        }
        self.survey(s, survey);
        let (left, rounds) = self.add_promises(s, seat, survey.claims.as_slice(), &mut worth);
        let lead = lead(&worth, seat, self.seats);
        let best = worth[..self.seats].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // Nobody wins with less than nothing (R14.4).
        let safe = weight::SAFE + weight::SAFE_ROUND * rounds;
        let chance = if self.switches.leftover_penalty { 1.0 / (1.0 + (-(best - left) / safe).exp()) } else { 1.0 };
        lead / (lead.abs() + weight::MARGIN) * (weight::HOPELESS + (1.0 - weight::HOPELESS) * chance)
    }
}

impl Kathmandu {
    /// Adds what the digs promise each player and what the players hold. Returns the points that will be left on the board, and the
    /// number of rounds to come.
    fn add_promises(&self, s: &State, seat: Seat, claims: &[Claim], worth: &mut [f32; MAX_SEATS]) -> (f32, f32) {
        let mut purse = Purse::of(s, seat);
        if must_exchange(s, seat, claims, &purse) {
            purse.exchange(s);
        }
        let point = |c: usize| f32::from(self.tables.points[c]);
        let tokens = s.bag.total().max(1) as f32;
        // The gain and the cost of a token out of the bag.
        let bag_points: f32 = (1..COLOURS).map(|c| f32::from(s.bag.0[c]) * point(c)).sum();
        let ring_points = bag_points / tokens;
        let ring_colours: f32 = (1..COLOURS).map(|c| f32::from(s.bag.0[c])).sum::<f32>() / tokens;
        // Rounds that the bag will last: what comes late may never come (R13.1).
        let drawn: u32 = claims.iter().filter(|claim| claim.extends).map(|claim| claim.ring.len()).sum();
        let rounds = tokens / drawn.max(1) as f32;
        let lasting = if rounds < 1.0 { 0.0 } else { rounds / (rounds + weight::END) };
        // The tokens that the coming extensions draw will lie on the board.
        let staying = (tokens - drawn as f32).max(0.0) / tokens;
        let mut left = (1.0 - weight::FUTURE * staying) * bag_points;
        let paid = if let Decision::Pay { site, .. } = s.decision { Some(site) } else { None };
        // Cards that a colour costs each opponent.
        let mut each = [0.0; MAX_SEATS];
        for (each, cards) in each.iter_mut().zip(&s.cards).take(self.seats) {
            let reds = cards.iter().filter(|held| held.card.is_personality()).count() as f32;
            *each = (weight::OTHERS - weight::OTHERS_CARD * reds).max(0.1);
        }
        let mut prospects: List<Prospect, LIST> = List::new();
        for (rank, dig) in s.sites.cards().enumerate() {
            let claim = &claims[rank];
            let mut colours = 0;
            let mut coloured = 0.0;
            for c in 1..COLOURS {
                let tokens = (s.excavation[c] & dig.cells).len();
                colours |= u8::from(tokens > 0) << c;
                coloured += point(c) * tokens as f32;
            }
            let gain = (f32::from(self.tables.site_points) * dig.stack().count_ones() as f32 + coloured).max(1.0);
            let number = colours.count_ones() as f32;
            // A dig without a colour must extend before it can be paid for.
            let ring = if claim.extends || colours == 0 { claim.ring.len() as f32 } else { 0.0 };
            let queue = if !claim.extends && colours == 0 { weight::QUEUE * rank as f32 } else { 0.0 };
            let mut prospect = Prospect {
                colours,
                gain,
                now: (gain - weight::PAY * number.max(1.0)).max(1.0),
                later: lasting * (gain - weight::PAY * number + ring * (ring_points - weight::PAY * ring_colours)).max(1.0),
                wait: weight::WAIT + queue,
                ring_price: weight::RING * ring * ring_colours,
                reach: [0.0; MAX_SEATS],
                own: (false, 0.0),
            };
            for p in (0..self.seats).filter(|&p| p != seat.at()) {
                let now = (colours != 0).then_some(each[p] * number);
                prospect.set_reach(p, claim, now, each[p] * number + weight::RING * ring * ring_colours);
            }
            prospect.own = purse.prices(colours);
            prospect.set_own_reach(seat, claim);
            if paid == Some(dig.site) {
                prospect.reach[s.active.at()] = gain;
            }
            let danger = if claim.extends { weight::THREATENED } else { weight::CLOSE };
            for (worth, tokens) in worth.iter_mut().zip(&s.tokens).take(self.seats) {
                *worth -= danger * (*tokens & claim.ring).len() as f32;
            }
            left += coloured;
            prospects.push(prospect);
        }
        // A card pays for one dig: the nearest come first.
        let mut order = [0, 1, 2, 3, 4, 5];
        let order = &mut order[..prospects.len()];
        order.sort_by(|&a, &b| prospects[b].reach[seat.at()].total_cmp(&prospects[a].reach[seat.at()]));
        let mut rest = purse;
        for &i in &*order {
            let (prospect, claim) = (&mut prospects[i], &claims[i]);
            if paid != Some(s.sites.0[i].card.site) {
                prospect.update_own_reach(seat, claim, &rest);
                rest.spend(prospect.colours);
            }
        }
        self.contest(&prospects, worth, &mut left);
        let future = weight::FUTURE * (staying * bag_points + f32::from(self.tables.site_points) * f32::from(s.site_deck))
            / self.seats as f32;
        for (p, worth) in worth.iter_mut().enumerate().take(self.seats) {
            for held in s.cards[p].iter().filter(|held| held.place == Place::Hand) {
                *worth += if held.card.is_personality() { weight::HAND_PERSONALITY } else { weight::HAND };
            }
            *worth += future + weight::SUPPLY * f32::from(s.supply[p]);
        }
        if let Decision::Unit { left, .. } = s.decision {
            worth[s.active.at()] += weight::UNIT * f32::from(left);
        }
        worth[seat.at()] += rest.worth;
        (left, (tokens - drawn as f32).max(0.0) / weight::DRAWN)
    }

    /// Shares out what each dig promises: less if a rival is near it too. Whoever takes it clears it from the board.
    fn contest(&self, prospects: &[Prospect], worth: &mut [f32; MAX_SEATS], left: &mut f32) {
        for prospect in prospects {
            let mut taken = 0.0f32;
            for (p, worth) in worth.iter_mut().enumerate().take(self.seats) {
                let rival = (0..self.seats).filter(|&o| o != p).map(|o| prospect.reach[o]).fold(0.0, f32::max) / prospect.gain;
                *worth += weight::PROMISE * prospect.reach[p] * (1.0 - weight::RIVAL * rival.min(1.0));
                taken = taken.max(prospect.reach[p]);
            }
            *left -= weight::PROMISE * weight::CLEARED * taken;
        }
    }
}

/// Whether the seat will have to give up a personality: they are laid down in pairs, and there is no pass (R5.3).
fn must_exchange(s: &State, seat: Seat, claims: &[Claim], purse: &Purse) -> bool {
    let odd = purse.hand[ARCHAEOLOGIST.at()] == 0 && purse.hand.iter().sum::<u8>() % 2 == 1;
    let between = s.decision == Decision::Action || s.active != seat;
    // Paying with an odd number of cards leaves an even one.
    let pays = |(dig, claim): (&Dig, &Claim)| {
        let colours = s.colours(dig.cells);
        claim.now[seat.at()] == 0 && purse.now(colours) && colours.count_ones().max(1) % 2 == 1
    };
    odd && between && !s.sites.cards().zip(claims).any(pays)
}

/// The nearness of something by its price in cards, from 0 to 1.
fn near(cards: f32) -> f32 {
    (-cards / weight::PATIENCE).exp()
}

/// The prospects of one dig.
#[derive(Clone, Copy, Default)]
struct Prospect {
    /// Its colours, one bit each.
    colours: u8,
    /// Its gain.
    gain: f32,
    /// The same, less what is paid for it now.
    now: f32,
    /// The same with the coming extension, less what is paid for it then.
    later: f32,
    /// Cards that waiting for it costs.
    wait: f32,
    /// Cards that the colours of the extension cost the seat.
    ring_price: f32,
    /// Its gain for each player, discounted by how far away it is.
    reach: [f32; MAX_SEATS],
    /// The prices that gave the seat's own reach: see [`Purse::prices`].
    own: (bool, f32),
}

impl Prospect {
    /// Sets a player's reach from the cards that its colours cost now, if that is possible, or later.
    fn set_reach(&mut self, p: usize, claim: &Claim, now: Option<f32>, later: f32) {
        let reach = &mut self.reach[p];
        if let Some(price) = now.filter(|_| claim.now[p] < FAR) {
            *reach = self.now * near(f32::from(claim.now[p]) * weight::TOKEN + price);
        }
        if claim.later[p] < FAR {
            *reach = reach.max(self.later * near(f32::from(claim.later[p]) * weight::TOKEN + later + self.wait));
        }
    }

    /// Sets the seat's reach from its own prices.
    fn set_own_reach(&mut self, seat: Seat, claim: &Claim) {
        let (now, later) = self.own;
        self.set_reach(seat.at(), claim, now.then_some(0.0), later + self.ring_price);
    }

    /// Updates the seat's reach to what these cards can pay. Most digs stay within the same reach.
    fn update_own_reach(&mut self, seat: Seat, claim: &Claim, purse: &Purse) {
        let prices = purse.prices(self.colours);
        if prices != self.own {
            self.own = prices;
            self.reach[seat.at()] = 0.0;
            self.set_own_reach(seat, claim);
        }
    }
}

/// The seat's purchasing power.
#[derive(Clone, Copy)]
struct Purse {
    hand: [u8; Card::COUNT],
    owned: [u8; Card::COUNT],
    /// Cards that each colour costs from the next round on.
    later: [f32; COLOURS],
    /// Cards that it costs to get one of each colour.
    buying: [f32; COLOURS],
    /// The value of the cards, apart from the digs on the board.
    worth: f32,
}

impl Purse {
    fn of(s: &State, seat: Seat) -> Self {
        let hand = s.hand(seat);
        let mut owned = s.played(seat);
        owned.iter_mut().zip(hand).for_each(|(n, h)| *n += h);
        // The price of a card that has to be taken first (R7.1).
        let mut buying = [weight::ABSENT; COLOURS];
        for (rank, card) in s.personalities.cards().enumerate() {
            let price = weight::COLOUR + weight::RANK * rank as f32;
            if card.is_base() {
                buying[card.at()] = buying[card.at()].min(price);
            } else if *card == EMINENCE {
                buying = buying.map(|old| old.min(price));
            }
        }
        let mut later = [0.0; COLOURS];
        let mut worth = 0.0;
        for (card, &n) in owned.iter().enumerate().filter(|&(card, _)| card != ARCHAEOLOGIST.at()) {
            let (card, n) = (Card(card as u8), f32::from(n));
            if card.is_base() {
                later[card.at()] = if n > 0.0 { 0.0 } else { buying[card.at()] };
                worth += weight::COLOUR_CARD * n.min(1.0) + weight::SECOND_CARD * (n - 1.0).max(0.0);
            } else {
                worth += n * match card {
                    EMINENCE => weight::EMINENCE,
                    CURATOR => weight::CURATOR,
                    _ => weight::SPECIAL,
                };
            }
        }
        Self { hand, owned, later, buying, worth }
    }

    /// Exchanges the least needed card of the hand for the first one of the list.
    fn exchange(&mut self, s: &State) {
        let need = |card: usize| match Card(card as u8) {
            EMINENCE => u32::MAX,
            CURATOR => 3,
            card if card.is_base() && self.owned[card.at()] > 1 => 1,
            card if card.is_base() => {
                let digs = s.sites.cards().filter(|dig| s.excavation[card.at()].meets(&dig.cells));
                2 + digs.map(|dig| 5 + dig.cells.len()).sum::<u32>()
            }
            _ => 0,
        };
        let least = (1..Card::COUNT).filter(|&card| self.hand[card] > 0).min_by_key(|&card| need(card));
        if let Some(card) = least
            && let Some(first) = s.personalities.cards().next()
        {
            self.hand[card] -= 1;
            self.owned[card] -= 1;
            self.owned[first.at()] += 1;
            for colour in 1..COLOURS {
                self.later[colour] = if self.owned[colour] > 0 { 0.0 } else { self.buying[colour] };
            }
        }
    }

    /// Whether the hand can pay for a dig of these colours (R8.2, R9.2, R9.3).
    fn now(&self, colours: u8) -> bool {
        if colours == 0 {
            return self.hand[CURATOR.at()] > 0;
        }
        let missing = (1..COLOURS).filter(|c| colours >> c & 1 == 1 && self.hand[*c] == 0).count();
        missing <= usize::from(self.hand[EMINENCE.at()])
    }

    /// Whether a dig of these colours can be paid for now, and the cards that it costs from the next round on.
    fn prices(&self, colours: u8) -> (bool, f32) {
        (self.now(colours), self.later(colours))
    }

    /// Removes the cards that such a dig costs.
    fn spend(&mut self, colours: u8) {
        for colour in (1..COLOURS).filter(|c| colours >> c & 1 == 1) {
            let card = if self.owned[colour] > 0 { colour } else { EMINENCE.at() };
            self.owned[card] = self.owned[card].saturating_sub(1);
            self.hand[card] = self.hand[card].saturating_sub(1);
            if self.owned[colour] == 0 {
                self.later[colour] = self.buying[colour];
            }
        }
        if colours == 0 {
            self.hand[CURATOR.at()] = self.hand[CURATOR.at()].saturating_sub(1);
        }
    }

    /// Cards that a dig of these colours costs from the next round on.
    fn later(&self, colours: u8) -> f32 {
        if colours == 0 {
            return 0.0;
        }
        let mut jokers = self.owned[EMINENCE.at()];
        let mut price = 0.0;
        for colour in (1..COLOURS).filter(|c| colours >> c & 1 == 1) {
            if self.owned[colour] == 0 && jokers > 0 {
                jokers -= 1;
            } else {
                price += self.later[colour];
            }
        }
        price
    }
}
