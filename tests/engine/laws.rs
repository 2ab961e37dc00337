//! Laws over every game: nothing leaks, and what is hidden really is dealt afresh.

use expedition::core::{ActionSet, Episode, Game, Rng, Seat, Turn};
use expedition::games::{self, Visitor};

use super::support::{random_play, rules, variants};

/// Games in which something is hidden besides chance to come: a redeal must change it now and then.
const HIDING: &[&str] = &["agartha", "arnak", "kathmandu", "toy"];

struct NoLeak;

impl Visitor for NoLeak {
    type Out = ();
    fn visit<G: Game>(self) {
        let (mut changed, mut asked) = (0u32, 0u32);
        for (i, options) in variants::<G>().iter().enumerate() {
            let rules = rules::<G>(options);
            let mut rng = Rng::seeded(77 + i as u64);
            let mut before = vec![0.0; rules.observation_size()];
            let mut after = before.clone();
            let mut ply = 0u64;
            random_play(&mut Episode::new(rules.clone(), i as u64), &mut rng, 400, |ep| {
                ply += 1;
                if !ply.is_multiple_of(3) {
                    return;
                }
                for viewer in (0..rules.seats()).map(|s| Seat(s as u8)) {
                    let dealt = ep.redeal(viewer, ply);
                    rules
                        .game
                        .check(dealt.state())
                        .unwrap_or_else(|broken| panic!("{}: a redeal for {viewer:?} gives an {broken}", G::NAME));
                    rules.observe(ep.state(), viewer, &mut before);
                    rules.observe(dealt.state(), viewer, &mut after);
                    if before != after {
                        let at = (0..before.len()).find(|&k| before[k] != after[k]).expect("they differ");
                        let feature = rules.features().iter().rfind(|f| f.offset <= at).expect("every float has a name");
                        panic!("{}: {} leaks to {viewer:?} under {options}", G::NAME, feature.name);
                    }
                    assert_eq!(
                        rules.game.text(ep.state(), Some(viewer)),
                        rules.game.text(dealt.state(), Some(viewer)),
                        "{}: the text leaks to {viewer:?}",
                        G::NAME
                    );
                    assert_eq!(ep.turn(), dealt.turn(), "{}: whose turn it is does not depend on what is hidden", G::NAME);
                    if ep.turn() == Turn::Seat(viewer) {
                        let mut legal = ActionSet::EMPTY;
                        rules.game.legal(dealt.state(), &mut legal);
                        assert_eq!(*ep.legal(), legal, "{}: the legal set leaks to {viewer:?}", G::NAME);
                    }
                    asked += 1;
                    changed += u32::from(dealt.state() != ep.state());
                }
            });
        }
        if HIDING.contains(&G::NAME) {
            assert!(changed * 10 > asked, "{}: only {changed} of {asked} redeals changed anything", G::NAME);
        }
    }
}

#[test]
fn observations_texts_and_legal_sets_do_not_leak() {
    for name in games::NAMES {
        games::visit(name, NoLeak).expect("the registry lists its own games");
    }
}
