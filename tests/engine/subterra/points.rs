//! Section 19: the shaped score, and section 20: the bound on an episode.

use expedition::core::{Episode, Rng, Rules, Score};
use expedition::games::subterra::Subterra;
use serde_json::json;

use super::super::support::{game, random_play};
use super::{PLAIN, solo};

fn points(t: &super::Table, source: &str) -> f32 {
    t.rules().breakdown(&t.s).iter().find(|(name, _)| *name == source).expect("a source").1[0]
}

#[test]
fn sources_of_the_shaped_score() {
    let mut t = solo(&PLAIN);
    assert_eq!(t.rules().scores(&t.s), [0.0; 6]);
    t.put("lava_cross", 0, 1, "NESW").put("bridge_straight", 0, 2, "NS").put("key_dead_end", 1, 1, "N");
    assert_eq!(points(&t, "tiles"), 3.0);
    let mut held = t.clone();
    held.stand("foreman", 0, 1).turn("foreman").act_so("reveal west", |t| t.s.drawn.is_some() && t.s.other.is_none());
    assert_eq!(points(&held, "tiles"), 3.0, "a tile in hand is not placed");
    let mut scholar = solo(&["archaeologist", "foreman", "sapper"]);
    scholar.turn("archaeologist").act_so("reveal south", |t| t.s.drawn.is_some() && t.s.other.is_some());
    assert_eq!(points(&scholar, "tiles"), 0.0, "nor are two");
    t.s.keys.clear();
    t.s.inserted = 1;
    assert_eq!(points(&t, "keys"), 10.0);
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW")
        .put("bridge_straight", 0, 2, "NS")
        .sanctuary(0, 2, 'S')
        .stand("foreman", 0, 4)
        .turn("foreman");
    t.act("pick up artifact");
    assert_eq!((points(&t, "artifact"), points(&t, "carried"), t.s.carry), (10.0, 0.0, 5));
    t.act("move north");
    assert_eq!(points(&t, "carried"), 4.0, "one step of five");
    t.turn("foreman").stand("foreman", 0, 1).act("put down");
    assert_eq!(points(&t, "carried"), 12.0, "it counts where it lies");
    t.stand("foreman", 0, 1).turn("foreman").act("pick up artifact");
    t.dead("sapper").escaped("sharpshooter").stand("foreman", 0, 0).turn("foreman").act("move north");
    assert_eq!((points(&t, "carried"), points(&t, "won"), points(&t, "explorers lost")), (20.0, 10.0, -5.0));
    assert!(t.is_over());
    let mut out = solo(&PLAIN);
    out.sanctuary(0, 0, 'S').carried_out("foreman").turn("sapper");
    assert_eq!((points(&out, "carried"), points(&out, "won")), (20.0, 0.0), "the others are still inside");
    assert!((t.rules().score_scale() * 100.0 - 1.0).abs() < 1e-6, "no game gives more than a hundred");
}

#[test]
fn rewards_of_steps_add_up() {
    let game = game::<Subterra>(&json!({"players": 3, "reward": "score"}));
    for seed in 0..5 {
        let mut episode = Episode::new(game.clone(), seed);
        let (mut sum, mut last) = (0.0, 0.0);
        random_play(&mut episode, &mut Rng::seeded(seed), usize::MAX, |ep| {
            let now = ep.returns()[0];
            sum += now - last;
            last = now;
        });
        assert!((sum - episode.scores()[0] / 100.0).abs() < 1e-4 && episode.returns()[0] == episode.returns()[2]);
        assert!((-0.4..=1.0).contains(&sum));
    }
}

#[test]
fn every_game_ends_long_before_the_bound() {
    // R68, R95: the clock ends every game; random play ends within 90 rounds, and no turn has more decisions than the bound says.
    for players in 1..=6 {
        let game = game::<Subterra>(&json!({"players": players}));
        let bound = game.rules.decision_bound();
        for seed in 0..20 {
            let mut episode = Episode::new(game.clone(), seed);
            let (mut turn, mut asked) = ((0, 0), 0);
            random_play(&mut episode, &mut Rng::seeded(seed), bound, |ep| {
                let now = (ep.state().rounds, ep.state().turn);
                asked = if now == turn { asked + 1 } else { 1 };
                turn = now;
                assert!(asked <= game.rules.turn_bound() + game.rules.round_end_bound());
            });
            assert!(episode.state().end.is_some() && episode.state().rounds < 90);
            assert!(episode.history().len() < bound / 20);
        }
    }
}
