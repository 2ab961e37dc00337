//! The laws of words and secrets are themselves tested: a game that breaks one of them at a time, and the law that reports it.

use expedition::core::{
    ActionSet, Advise, Apply, Broken, Check, Content, Describe, Event, Legal, Observe, OptionSpec, Options, Problems, Prune, Rng,
    Rules, Score, Scores, Seat, SeatSet, Setup, Silent, Sink, Turn, Witness,
};
use expedition::games::toy::{Act, State, Steps, Toy};
use expedition::laws::Broke;
use expedition::laws::secrets::one_answer;
use expedition::laws::words::in_words;
use serde_json::{Value, json};

use super::support::{episode, random_play};

const NONE: &str = "nothing is broken";
const REASON: &str = "a sentence says why a game ended";
const NAME: &str = "a sentence is more than a name";
const CAPITAL: &str = "a sentence begins with a capital letter";
const SENTENCE_LEAKS: &str = "sentences do not leak";
const ALIKE: &str = "two choices have two sentences";
const VIEW_LEAKS: &str = "views do not leak";
const NULL: &str = "views say null and not 255";
const GLIMPSE_LEAKS: &str = "the glimpse of a choice does not leak";
const UNTOLD: &str = "a seat that sees a change gets an event about it";
const EVENT: &str = "an event is a sentence";
const POINTS: &str = "events account for the points";
const AMOUNTS: &str = "events account for every amount";
const LOG_LEAKS: &str = "the log does not leak";
const LOOKS: &str = "choices that look alike cannot be told apart";
const LOGGED_APART: &str = "choices that look alike are logged alike";
const APART: &str = "views and observations distinguish the same positions";

const WORDS: [&str; 12] =
    [REASON, NAME, CAPITAL, SENTENCE_LEAKS, ALIKE, VIEW_LEAKS, NULL, GLIMPSE_LEAKS, UNTOLD, EVENT, POINTS, AMOUNTS];
const SECRETS: [&str; 4] = [LOG_LEAKS, LOOKS, LOGGED_APART, APART];

/// The Shaft with one fault, named after the law that it breaks.
#[derive(Debug)]
struct Faulty {
    toy: Toy,
    fault: String,
}

impl Faulty {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }
}

/// Something that only its owner may know.
fn secret(state: &State, seat: usize) -> String {
    format!("; {} holds gem {}", Seat(seat as u8).colour(), state.gems[seat])
}

impl Rules for Faulty {
    type State = State;
    type Action = Act;

    const NAME: &'static str = "faulty";
    const VERSION: u16 = 1;
    const RULES: &'static str = Toy::RULES;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::int("players", (2, 3), 2, "seats"),
        OptionSpec::int("depth", (1, 40), 21, "steps to the bottom"),
        OptionSpec::choice(
            "fault",
            &[
                NONE,
                REASON,
                NAME,
                CAPITAL,
                SENTENCE_LEAKS,
                ALIKE,
                VIEW_LEAKS,
                NULL,
                GLIMPSE_LEAKS,
                UNTOLD,
                EVENT,
                POINTS,
                AMOUNTS,
                LOG_LEAKS,
                LOOKS,
                LOGGED_APART,
                APART,
            ],
            NONE,
            "the law that is broken",
        ),
    ];
    const CONTENT: &'static [(&'static str, &'static str)] = Toy::CONTENT;

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        Ok(Self { toy: Toy::new(options, content)?, fault: options.choice("fault").to_string() })
    }

    fn seats(&self) -> usize {
        self.toy.seats()
    }

    fn decision_bound(&self) -> usize {
        self.toy.decision_bound()
    }

    fn turn(&self, state: &State) -> Turn {
        self.toy.turn(state)
    }
}

impl Setup for Faulty {
    fn start(&self, rng: &mut Rng) -> State {
        self.toy.start(rng)
    }
}

impl Legal for Faulty {
    fn legal(&self, state: &State, out: &mut ActionSet) {
        self.toy.legal(state, out);
    }
}

impl Apply for Faulty {
    fn apply<W: Witness>(&self, state: &mut State, action: Act, rng: &mut Rng, witness: &mut W) {
        let (seat, held) = (state.seat, secret(state, state.seat.at()));
        if self.has(UNTOLD) {
            return self.toy.apply(state, action, rng, &mut Silent);
        }
        if self.has(LOGGED_APART) {
            // Every choice has the same effect, but its event reveals which one it was.
            self.toy.apply(state, Act::Lead(Steps(0)), rng, &mut Silent);
            let Act::Lead(steps) = action;
            return witness.tell(|| Event::new("lead", format!("Blue wanted {}", steps.0)));
        }
        let mut events: Vec<Event> = Vec::new();
        self.toy.apply(state, action, rng, &mut events);
        for mut event in events {
            match self.fault.as_str() {
                EVENT => event.text = "lead 1".to_string(),
                POINTS => event.fields.retain(|(name, _)| *name != "points"),
                LOG_LEAKS if event.seat == Some(seat) => event.text += &held,
                _ => {}
            }
            witness.tell(|| event);
        }
    }
}

impl Check for Faulty {
    fn check(&self, state: &State) -> Result<(), Broken> {
        self.toy.check(state)
    }
}

impl Score for Faulty {
    fn scores(&self, state: &State) -> Scores {
        self.toy.scores(state)
    }

    fn breakdown(&self, state: &State) -> Vec<(&'static str, Scores)> {
        self.toy.breakdown(state)
    }

    fn score_scale(&self) -> f32 {
        self.toy.score_scale()
    }

    fn winners(&self, state: &State) -> SeatSet {
        self.toy.winners(state)
    }
}

impl Observe for Faulty {
    type Memo = ();

    fn observe<S: Sink>(&self, state: &State, viewer: Seat, memo: &mut (), out: &mut S) {
        self.toy.observe(state, viewer, memo, out);
    }

    fn redeal(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        self.toy.redeal(state, viewer, rng);
    }

    fn view(&self, state: &State, viewer: Option<Seat>) -> Value {
        let mut view = self.toy.view(state, viewer.filter(|_| !self.has(VIEW_LEAKS)));
        if self.has(NULL) {
            view["holder"] = json!([{ "seat": 255 }]);
        }
        if self.has(APART) {
            // Positions that the text and the observation tell apart look the same.
            view = json!({ "depth": 21 });
        }
        view
    }

    fn seen_as(&self, _: &State, action: Act) -> Option<Act> {
        match self.fault.as_str() {
            LOOKS | LOGGED_APART => Some(Act::Lead(Steps(0))),
            // A secret choice like no other.
            GLIMPSE_LEAKS => Some(action),
            _ => None,
        }
    }
}

impl Describe for Faulty {
    const TITLE: &'static str = Toy::TITLE;

    fn decision(&self, state: &State) -> &'static str {
        self.toy.decision(state)
    }

    fn amounts(&self, state: &State) -> Vec<(Seat, String, i64)> {
        if self.has(NONE) || self.has(AMOUNTS) { self.toy.amounts(state) } else { Vec::new() }
    }

    fn changes(&self, event: &Event) -> Vec<(Seat, String, i64)> {
        if self.has(NONE) { self.toy.changes(event) } else { Vec::new() }
    }

    fn name(&self, action: Act) -> String {
        self.toy.name(action)
    }

    fn sentence(&self, state: &State, action: Act) -> String {
        let said = self.toy.sentence(state, action);
        match self.fault.as_str() {
            NAME => self.name(action),
            CAPITAL => said.to_lowercase(),
            SENTENCE_LEAKS => said + &secret(state, (state.seat.at() + 1) % self.seats()),
            ALIKE => "Lead the rope down".to_string(),
            _ => said,
        }
    }

    fn glimpse(&self, state: &State, _: Act) -> String {
        let held = if self.has(GLIMPSE_LEAKS) { secret(state, state.seat.at()) } else { String::new() };
        format!("Leads the rope down in secret{held}")
    }

    fn text(&self, state: &State, viewer: Option<Seat>) -> String {
        self.toy.text(state, viewer)
    }

    fn reason(&self, state: &State) -> String {
        if self.has(REASON) { "over".to_string() } else { self.toy.reason(state) }
    }
}

impl Advise for Faulty {
    type Notes = ();
}

impl Prune for Faulty {}

/// Plays random games under both laws, up to the first report.
fn first_report(fault: &str) -> Result<(), Broke> {
    let mut found = Ok(());
    for seed in 0..8 {
        let mut rng = Rng::seeded(seed);
        random_play(&mut episode::<Faulty>(&json!({ "fault": fault }), seed), &mut Rng::seeded(seed), 100, |ep| {
            let id = if ep.legal().is_empty() { 0 } else { ep.legal().nth(rng.below(ep.legal().len())) };
            let now = in_words(ep.game(), ep.state(), id, &mut rng)
                .and_then(|()| one_answer(ep.game(), ep.state(), rng.bits()).map(drop));
            if found.is_ok() {
                found = now;
            }
        });
    }
    found
}

#[test]
fn every_law_of_words_and_secrets_reports_the_game_that_breaks_it() {
    assert_eq!(first_report(NONE), Ok(()));
    for law in WORDS.into_iter().chain(SECRETS) {
        let broke = first_report(law).expect_err(law);
        assert_eq!(broke.law, law, "{}", broke.detail);
        assert!(broke.detail.len() > 3, "{law}: it is said where");
    }
}

#[test]
fn every_clause_is_broken_here() {
    for (source, laws) in
        [(include_str!("../../src/laws/words.rs"), &WORDS[..]), (include_str!("../../src/laws/secrets.rs"), &SECRETS[..])]
    {
        assert_eq!(source.matches("hold(").count() + source.matches("Err(Broke {").count(), laws.len());
        for law in laws {
            assert!(source.contains(&format!("{law:?}")), "{law}");
        }
    }
}
