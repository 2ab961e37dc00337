//! Batches: the same bytes for any number of threads, and the same games as episodes played one by one.

use std::sync::Arc;

use expedition::batch::{Arrays, Autoreset, Batch, Format, Learner, Random, Refused, Rows, Seating, Series};
use expedition::core::{Episode, Game, Playable, Seat, Shape, Starts, Turn};
use expedition::games::{self, Visitor};
use serde_json::json;

use super::support::{game, wanted};

/// Arrays in which everything is wrong until the batch has written it.
fn spoilt(shape: Shape, lanes: usize) -> Arrays {
    let mut arrays = Arrays::new(shape, lanes, Format::Both);
    let rows = &mut arrays.observations;
    rows.dense.fill(9.0);
    for rows in [rows, &mut arrays.final_observations] {
        rows.indices.fill(-9);
        rows.values.fill(9.0);
        rows.counts.fill(-9);
    }
    arrays.rewards.fill(9.0);
    arrays.seats.fill(-9);
    arrays.learners.fill(-9);
    arrays.dones.fill(true);
    arrays
}

fn bytes(arrays: &Arrays) -> (Vec<u32>, Vec<bool>, Vec<i32>) {
    let bits = |floats: &[f32]| floats.iter().map(|f| f.to_bits()).collect::<Vec<_>>();
    let floats = [&arrays.observations.dense, &arrays.rewards, &arrays.final_scores, &arrays.final_observations.dense];
    (
        floats.map(|floats| bits(floats)).concat(),
        [&arrays.masks[..], &arrays.dones].concat(),
        [&arrays.seats[..], &arrays.learners].concat(),
    )
}

pub fn batch<R: Playable>(
    game: &Arc<Game<R>>,
    lanes: usize,
    threads: usize,
    mode: Autoreset,
    series: impl Into<Series<R>>,
) -> (Batch<R>, Arrays) {
    let mut batch = Batch::new(game.clone(), lanes, 11, threads, mode, series).expect("threads start");
    let mut arrays = spoilt(batch.shape(), lanes);
    batch.reset(None, Some(&vec![false; lanes]), arrays.buffers()).expect("a reset of no lane");
    let roots: Vec<u64> = (0..lanes).map(|i| expedition::core::rng::lane_root(11, i)).collect();
    batch.reset(Some(&roots), None, arrays.buffers()).expect("a reset");
    (batch, arrays)
}

fn sampled<R: Playable>(batch: &mut Batch<R>) -> Vec<i64> {
    batch.sample().expect("a sample").iter().map(|&action| i64::from(action)).collect()
}

struct SameForAnyThreads;

impl Visitor for SameForAnyThreads {
    type Out = ();
    fn visit<R: Playable>(self) {
        let game = game::<R>(&json!({"reward": "score"}));
        let lanes = 67;
        let mut runs: Vec<_> = [1, 2, 7].map(|t| batch(&game, lanes, t, Autoreset::SameStep, Seating::default())).into();
        let mut ended = 0;
        for _ in 0..60 {
            let mut written = Vec::new();
            for (batch, arrays) in &mut runs {
                let actions = sampled(batch);
                batch.step(&actions, arrays.buffers()).expect("samples are legal");
                written.push(bytes(arrays));
            }
            ended += runs[0].1.dones.iter().filter(|&&d| d).count();
            assert!(written.windows(2).all(|w| w[0] == w[1]), "{}: threads change nothing", R::NAME);
        }
        for (batch, arrays) in &mut runs {
            ended += batch.rollout(500, arrays.buffers()).expect("a rollout") as usize;
        }
        assert!(runs.windows(2).all(|w| bytes(&w[0].1) == bytes(&w[1].1)), "{}: threads change no rollout", R::NAME);
        assert!(ended > 0, "{}: episodes ended and began again", R::NAME);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for name in wanted() {
        games::visit(name, SameForAnyThreads).expect("the registry lists its own games");
    }
}

struct EqualsEpisodes;

impl Visitor for EqualsEpisodes {
    type Out = ();
    fn visit<R: Playable>(self) {
        for reward in ["outcome", "score"] {
            let game = game::<R>(&json!({ "reward": reward }));
            let lanes = 5;
            let (mut batch, mut arrays) = batch(&game, lanes, 2, Autoreset::SameStep, Seating::default());
            let fresh = |seed| Episode::new(game.clone(), seed);
            let mut alone: Vec<Episode<R>> = batch.lanes().iter().map(|lane| fresh(lane.seed())).collect();
            let (shape, mut view) = (arrays.shape(), vec![0.0; game.observation_size()]);
            for _ in 0..600 {
                let actions = sampled(&mut batch);
                batch.step(&actions, arrays.buffers()).expect("samples are legal");
                for (i, ep) in alone.iter_mut().enumerate() {
                    let Turn::Seat(actor) = ep.turn() else { unreachable!("an ended one was replaced") };
                    let before = ep.returns();
                    ep.play(actions[i] as usize).expect("legal in both");
                    let over = ep.turn() == Turn::Over;
                    assert_eq!(arrays.dones[i], over);
                    for (seat, was) in before.iter().enumerate().take(shape.seats) {
                        let (got, want) = (arrays.rewards[i * shape.seats + seat], ep.returns()[seat] - was);
                        assert!((got - want).abs() < 1e-5, "{}: lane {i} seat {seat}: {got} {want}", R::NAME);
                    }
                    if over {
                        assert_eq!(arrays.final_scores[i * shape.seats..][..shape.seats], ep.scores()[..shape.seats]);
                        let outcome = game.rules.outcome(ep.state());
                        assert_eq!(arrays.outcomes[i * shape.seats..][..shape.seats], outcome[..shape.seats]);
                        game.observe(ep.state(), actor, &mut view);
                        assert_eq!(arrays.final_observations.dense[i * view.len()..][..view.len()], view);
                        *ep = fresh(batch.lanes()[i].seed());
                    }
                    let Turn::Seat(seat) = ep.turn() else { unreachable!("an ended one was replaced") };
                    assert_eq!(arrays.seats[i], i32::from(seat.0));
                    game.observe(ep.state(), seat, &mut view);
                    assert_eq!(arrays.observations.dense[i * view.len()..][..view.len()], view, "{}: lane {i}", R::NAME);
                    let mask = &arrays.masks[i * shape.actions..][..shape.actions];
                    assert!((0..shape.actions).all(|id| mask[id] == ep.legal().has(id)));
                    assert!(batch.episode(i).state() == ep.state());
                }
            }
        }
    }
}

#[test]
fn a_batch_plays_the_same_games_as_episodes() {
    for name in wanted() {
        games::visit(name, EqualsEpisodes).expect("the registry lists its own games");
    }
}

/// The dense rows that sparse ones stand for.
fn spread(sparse: &Rows, shape: Shape) -> Vec<f32> {
    let mut dense = vec![0.0; sparse.counts.len() * shape.observation];
    for (lane, &count) in sparse.counts.iter().enumerate() {
        for slot in (lane * shape.nonzero..).take(count as usize) {
            dense[lane * shape.observation + sparse.indices[slot] as usize] = sparse.values[slot];
        }
    }
    dense
}

struct SparseEqualsDense;

impl Visitor for SparseEqualsDense {
    type Out = ();
    fn visit<R: Playable>(self) {
        for mode in [Autoreset::SameStep, Autoreset::NextStep] {
            let game = game::<R>(&json!({}));
            let (mut batch, mut arrays) = batch(&game, 7, 2, mode, Seating::default());
            let mut ended = [false; 7];
            for _ in 0..600 {
                // Whatever was written into the rows, the next step overwrites it.
                arrays.observations.indices.fill(3);
                arrays.observations.values.fill(0.5);
                let actions = sampled(&mut batch);
                batch.step(&actions, arrays.buffers()).expect("samples are legal");
                assert!(spread(&arrays.observations, arrays.shape()) == arrays.observations.dense, "{}: {mode:?}", R::NAME);
                ended.iter_mut().zip(&arrays.dones).for_each(|(ended, done)| *ended |= done);
                if ended.iter().filter(|ended| **ended).count() > 3 {
                    break;
                }
            }
            assert!(ended.contains(&true), "{}: episodes ended", R::NAME);
            for (lane, _) in ended.iter().enumerate().filter(|(_, ended)| !**ended) {
                arrays.final_observations.counts[lane] = 0;
            }
            assert!(
                spread(&arrays.final_observations, arrays.shape()) == arrays.final_observations.dense,
                "{}: {mode:?}: last views",
                R::NAME
            );
        }
    }
}

#[test]
fn sparse_rows_say_the_same_as_dense_ones() {
    for name in wanted() {
        games::visit(name, SparseEqualsDense).expect("the registry lists its own games");
    }
}

type Toy = expedition::games::toy::Toy;

struct ForcedAreNotAsked;

impl Visitor for ForcedAreNotAsked {
    type Out = ();
    fn visit<R: Playable>(self) {
        let game = game::<R>(&json!({"reward": "score"}));
        let series = Series { autoplay_forced: true, ..Series::from(Seating::default()) };
        let (mut batch, mut arrays) = batch(&game, 5, 2, Autoreset::SameStep, series);
        let fresh = |seed| {
            let mut ep = Episode::new(game.clone(), seed);
            ep.autoplay_forced();
            ep
        };
        let mut alone: Vec<Episode<R>> = batch.lanes().iter().map(|lane| fresh(lane.seed())).collect();
        for _ in 0..400 {
            assert!(batch.lanes().iter().all(|lane| lane.legal().len() > 1), "{}: nothing forced is asked", R::NAME);
            let actions = sampled(&mut batch);
            batch.step(&actions, arrays.buffers()).expect("samples are legal");
            for (i, ep) in alone.iter_mut().enumerate() {
                ep.play(actions[i] as usize).expect("legal in both");
                assert_eq!(ep.turn() == Turn::Over, arrays.dones[i], "{}", R::NAME);
                if arrays.dones[i] {
                    let bytes = ep.to_full_bytes();
                    assert!(Episode::from_full_bytes(game.clone(), &bytes).expect("its own bytes") == *ep);
                    assert!(Episode::replay(game.clone(), &ep.record()).expect("its own record").history() == ep.history());
                    *ep = fresh(batch.lanes()[i].seed());
                }
                assert!(batch.episode(i).state() == ep.state(), "{}", R::NAME);
            }
        }
    }
}

#[test]
fn forced_decisions_are_played_without_asking() {
    for name in wanted() {
        games::visit(name, ForcedAreNotAsked).expect("the registry lists its own games");
    }
}

#[test]
fn an_episode_of_forced_decisions_alone_is_still_asked_for() {
    let game = game::<Toy>(&json!({"depth": 1}));
    let series = Series { autoplay_forced: true, ..Series::from(Seating::default()) };
    let (mut batch, mut arrays) = batch(&game, 3, 1, Autoreset::SameStep, series);
    batch.step(&[0, 0, 0], arrays.buffers()).expect("the only action");
    assert_eq!(arrays.dones, [true; 3]);
}

#[test]
fn a_share_of_the_episodes_begins_at_the_start_positions() {
    let game = game::<Toy>(&json!({"depth": 9}));
    let mut late = Episode::new(game.clone(), 5);
    late.play(2).expect("three steps");
    let share = |share: f32| {
        let starts = Starts { states: [late.state().clone()].into(), share };
        let series = Series { starts, ..Series::from(Seating::default()) };
        let (mut batch, mut arrays) = batch(&game, 400, 2, Autoreset::SameStep, series);
        let begun = batch.lanes().iter().filter(|lane| lane.state().left == late.state().left).count();
        batch.rollout(50, arrays.buffers()).expect("a rollout");
        let bytes = batch.to_bytes();
        batch.restore(&bytes, arrays.buffers()).expect("its own bytes");
        begun
    };
    assert_eq!((share(0.0), share(1.0)), (0, 400));
    assert!((150..250).contains(&share(0.5)), "half of them");
}

#[test]
fn starts_that_the_opponents_end_alone_do_not_hang() {
    let game = game::<Toy>(&json!({"depth": 4}));
    let mut last = Episode::new(game.clone(), 5);
    last.play(2).expect("three steps");
    // Seat 1 is to act and ends the game; the learner never gets a choice from here.
    let mut opponents = [const { None }; 6];
    opponents[1] = Some(Arc::new(Random) as Arc<dyn expedition::batch::Opponent<Toy>>);
    let seating = Seating { learner: Learner::At(Seat(0)), opponents };
    let starts = Starts { states: [last.state().clone()].into(), share: 1.0 };
    let series = Series { starts, ..Series::from(seating) };
    let (mut batch, mut arrays) = batch(&game, 3, 1, Autoreset::SameStep, series);
    assert!(batch.lanes().iter().all(|lane| lane.state().left == 4));
    batch.rollout(20, arrays.buffers()).expect("a rollout");
}

#[test]
fn one_illegal_lane_moves_none() {
    let game = game::<Toy>(&json!({"depth": 2}));
    let (mut batch, mut arrays) = batch(&game, 3, 1, Autoreset::SameStep, Seating::default());
    let before = bytes(&arrays);
    let sentence = batch.step(&[0, 2, 0], arrays.buffers()).expect_err("three steps are too many").to_string();
    assert!(sentence.contains("lane 1") && sentence.contains("lead 3") && sentence.contains("no lane has moved"), "{sentence}");
    for wrong in [-1, 3, i64::MAX, i64::MIN] {
        assert!(matches!(batch.step(&[0, 0, wrong], arrays.buffers()), Err(Refused::Illegal(_))));
    }
    let short = batch.step(&[0, 0], arrays.buffers()).expect_err("a lane is left out");
    assert_eq!(short.to_string(), "2 actions for 3 lanes: a step takes one for each");
    assert_eq!(bytes(&arrays), before);
    assert!(batch.lanes().iter().all(|lane| lane.state().left == 2));
}

#[test]
fn next_step_shows_the_end_and_ignores_the_next_action() {
    let game = game::<Toy>(&json!({"depth": 2}));
    let (mut batch, mut arrays) = batch(&game, 1, 1, Autoreset::NextStep, Seating::default());
    batch.step(&[1], arrays.buffers()).expect("two steps");
    assert_eq!((arrays.dones[0], arrays.seats[0], &arrays.rewards[..]), (true, -1, &[1.0, -1.0][..]));
    assert!(arrays.masks.iter().all(|&m| m), "all ones, never all zeros");
    assert_eq!(arrays.observations.dense[0], 0.0, "the end is shown");
    batch.step(&[77], arrays.buffers()).expect("the action is ignored");
    assert_eq!((arrays.dones[0], arrays.seats[0], &arrays.rewards[..]), (false, 0, &[0.0, 0.0][..]));
    assert_eq!(batch.lanes()[0].state().left, 2);
}

#[test]
fn disabled_waits_for_a_reset_of_the_lane() {
    let game = game::<Toy>(&json!({"depth": 2}));
    let (mut batch, mut arrays) = batch(&game, 2, 1, Autoreset::Disabled, Seating::default());
    batch.step(&[1, 0], arrays.buffers()).expect("one ends, one goes on");
    assert_eq!(arrays.dones, [true, false]);
    let sentence = batch.step(&[0, 0], arrays.buffers()).expect_err("lane 0 is over").to_string();
    assert!(sentence.contains("lane 0 is over"), "{sentence}");
    batch.reset(None, Some(&[true, false]), arrays.buffers()).expect("a reset");
    assert_eq!((batch.lanes()[0].state().left, batch.lanes()[1].state().left), (2, 1));
    batch.step(&[0, 0], arrays.buffers()).expect("both go on");
    assert_eq!(arrays.dones, [false, true]);
}

#[test]
fn opponents_answer_and_the_learner_rotates() {
    let game = game::<Toy>(&json!({"players": 3}));
    let random = || Some(Arc::new(Random) as Arc<dyn expedition::batch::Opponent<Toy>>);
    let mut opponents = [const { None }; 6];
    (opponents[1], opponents[2]) = (random(), random());
    let seating = Seating { learner: Learner::Rotate, opponents };
    let (mut batch, mut arrays) = batch(&game, 30, 2, Autoreset::SameStep, seating);
    let mut seen = [0usize; 3];
    for _ in 0..200 {
        let learners = arrays.learners.clone();
        assert_eq!(arrays.seats, learners, "only the learner is asked");
        for &seat in &learners {
            seen[seat as usize] += 1;
        }
        let actions = sampled(&mut batch);
        batch.step(&actions, arrays.buffers()).expect("samples are legal");
        for (lane, &learner) in learners.iter().enumerate().filter(|&(lane, _)| arrays.dones[lane]) {
            assert_eq!(arrays.learners[lane], (learner + 1) % 3, "a new seat each episode");
            let rewards = &arrays.rewards[lane * 3..][..3];
            assert!((rewards.iter().sum::<f32>()).abs() < 1e-6 && rewards.contains(&1.0), "{rewards:?}");
        }
    }
    assert!(seen.iter().all(|&n| n > 1_000), "{seen:?}");
    assert_eq!(Seating::<Toy>::default().learner_of(3, 4, 3), None);
    assert_eq!(Seating::<Toy> { learner: Learner::At(Seat(2)), ..Seating::default() }.learner_of(3, 4, 3), Some(Seat(2)));
}

struct RestoresExactly;

impl Visitor for RestoresExactly {
    type Out = ();
    fn visit<R: Playable>(self) {
        let game = game::<R>(&json!({"reward": "score"}));
        for mode in [Autoreset::SameStep, Autoreset::NextStep] {
            let (mut first, mut arrays) = batch(&game, 9, 2, mode, Seating::default());
            first.rollout(77, arrays.buffers()).expect("a rollout");
            let bytes = first.to_bytes();
            let (mut second, mut others) = batch(&game, 9, 1, mode, Seating::default());
            second.restore(&bytes, others.buffers()).expect("bytes of a batch made the same way");
            for _ in 0..300 {
                let actions = sampled(&mut first);
                assert_eq!(actions, sampled(&mut second), "{}: the same samples", R::NAME);
                first.step(&actions, arrays.buffers()).expect("samples are legal");
                second.step(&actions, others.buffers()).expect("samples are legal");
                // The final views of episodes that ended before the snapshot are not part of it.
                assert_eq!((&arrays.observations.dense, &arrays.masks), (&others.observations.dense, &others.masks), "{}", R::NAME);
                assert_eq!((&arrays.rewards, &arrays.dones), (&others.rewards, &others.dones), "{}", R::NAME);
            }
            assert_eq!(first.to_bytes(), second.to_bytes());
        }
    }
}

#[test]
fn a_restored_batch_goes_on_exactly() {
    for name in wanted() {
        games::visit(name, RestoresExactly).expect("the registry lists its own games");
    }
}

#[test]
fn bytes_that_do_not_fit_change_nothing() {
    let game = game::<Toy>(&json!({}));
    let (mut it, mut arrays) = batch(&game, 3, 1, Autoreset::SameStep, Seating::default());
    let before = it.to_bytes();
    let (larger, _) = batch(&game, 4, 1, Autoreset::SameStep, Seating::default());
    let seating =
        || Seating { learner: Learner::At(Seat(1)), opponents: [Some(Arc::new(Random) as _), None, None, None, None, None] };
    let (seated, _) = batch(&game, 3, 1, Autoreset::SameStep, seating());
    let mut damaged = before.clone();
    damaged[5] ^= 1;
    for (bytes, why) in [
        (larger.to_bytes(), "4 lanes; this batch has 3"),
        (seated.to_bytes(), "the learner sits elsewhere"),
        (damaged, "checksum"),
        (vec![], "too short"),
    ] {
        let sentence = it.restore(&bytes, arrays.buffers()).expect_err("it does not fit");
        assert!(sentence.contains(why), "{sentence}");
        assert_eq!(it.to_bytes(), before);
    }
}
