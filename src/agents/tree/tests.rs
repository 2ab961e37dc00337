use super::*;

const HOW: Selection = Selection { exploration: 1.0, width: u32::MAX };

fn priors(actions: &[(u16, f32)]) -> Vec<Prior> {
    actions.iter().map(|&(action, weight)| Prior { action, weight, guess: f32::NAN }).collect()
}

fn set(actions: &[usize]) -> ActionSet {
    let mut set = ActionSet::EMPTY;
    for &id in actions {
        set.add_id(id);
    }
    set
}

#[test]
fn values_of_the_seat_that_chooses_win_in_the_long_run() {
    let mut tree = Tree::default();
    tree.clear();
    tree.grow(ROOT, &mut priors(&[(4, 1.0), (9, 1.0), (7, 1.0)]));
    for _ in 0..200 {
        let child = tree.select(ROOT, Seat(1), &set(&[4, 7, 9]), HOW);
        let good = tree.node(child).action == 7;
        tree.backup(&[ROOT, child], &[0.0, if good { 0.5 } else { 0.1 }, 0.0, 0.0, 0.0, 0.0], 2);
    }
    let visits = |action| tree.node(tree.child(ROOT, action).expect("a child")).visits;
    assert!(visits(7) > 120 && visits(4) > 3 && visits(9) > 3, "{} {} {}", visits(7), visits(4), visits(9));
    assert_eq!(visits(4) + visits(7) + visits(9), 200);
}

#[test]
fn an_action_that_is_rarely_available_is_not_held_back() {
    let mut tree = Tree::default();
    tree.clear();
    tree.grow(ROOT, &mut priors(&[(0, 1.0), (1, 1.0)]));
    for i in 0..100 {
        let legal = if i % 10 == 9 { set(&[0, 1]) } else { set(&[0]) };
        let child = tree.select(ROOT, Seat(0), &legal, HOW);
        tree.backup(&[ROOT, child], &[if tree.node(child).action == 1 { 1.0 } else { 0.0 }; 6], 1);
    }
    let rare = tree.node(tree.child(ROOT, 1).expect("a child"));
    assert_eq!(rare.available, 10);
    assert!(rare.visits >= 8, "{}", rare.visits);
}

#[test]
fn a_narrow_node_widens_with_visits() {
    let mut tree = Tree::default();
    tree.clear();
    let wide: Vec<(u16, f32)> = (0..60).map(|a| (a, 60.0 - f32::from(a))).collect();
    tree.grow(ROOT, &mut priors(&wide));
    let legal = set(&(0..60).collect::<Vec<_>>());
    let how = Selection { exploration: 50.0, width: 3 };
    for _ in 0..100 {
        let child = tree.select(ROOT, Seat(0), &legal, how);
        tree.backup(&[ROOT, child], &[0.0; 6], 1);
    }
    let tried = tree.children(ROOT).filter(|c| c.visits > 0).count();
    assert!((10..=23).contains(&tried), "{tried}");
}

#[test]
fn advancing_keeps_the_subtree_at_half_weight() {
    let mut tree = Tree::default();
    tree.clear();
    tree.grow(ROOT, &mut priors(&[(0, 1.0), (1, 1.0)]));
    let child = tree.child(ROOT, 1).expect("a child");
    tree.grow(child, &mut priors(&[(5, 2.0), (6, 1.0)]));
    let leaf = tree.child(child, 6).expect("a child");
    for _ in 0..8 {
        tree.backup(&[ROOT, child, leaf], &[0.25; 6], 2);
    }
    tree.advance(1);
    assert_eq!((tree.len(), tree.node(ROOT).visits), (3, 4));
    let leaf = tree.node(tree.child(ROOT, 6).expect("kept"));
    assert_eq!((leaf.visits, leaf.mean(Seat(0))), (4, 0.25));
    assert!(tree.missing(ROOT, &set(&[5, 6, 7])) == set(&[7]));
    tree.advance(3);
    assert!(!tree.is_grown(), "an unknown action leaves nothing");
}
#[test]
fn advancing_keeps_where_the_others_are() {
    let mut tree = Tree::default();
    tree.clear();
    tree.grow(ROOT, &mut priors(&[(0, 1.0), (1, 1.0)]));
    let mine = tree.child(ROOT, 1).expect("a child");
    let theirs = tree.seen_as(ROOT, 0);
    assert_eq!(tree.seen_as(ROOT, 0), theirs, "one node for all that look alike");
    assert_ne!(tree.seen_as(ROOT, 1), theirs);
    tree.set_shadow(mine, theirs);
    let (next, shadow) = (tree.add(mine, Prior { action: 7, ..PLAIN }), tree.child_or_new(theirs, 7));
    tree.set_shadow(next, shadow);
    for _ in 0..4 {
        tree.backup(&[ROOT, mine, theirs, next, shadow], &[0.5; 6], 2);
    }
    tree.advance(1);
    assert_ne!(tree.others(), ROOT);
    assert_eq!((tree.len(), tree.node(tree.others()).visits), (4, 2));
    let shadow = tree.child(tree.others(), 7).expect("kept");
    assert_eq!(tree.node(tree.child(ROOT, 7).expect("kept")).shadow, shadow);
    assert_eq!(tree.node(shadow).mean(Seat(1)), 0.5);
    tree.advance(7);
    assert_eq!((tree.len(), tree.node(tree.others()).visits), (2, 1));
}

#[test]
fn the_next_simulation_goes_elsewhere_while_one_waits() {
    let mut tree = Tree::default();
    tree.clear();
    tree.grow(ROOT, &mut priors(&[(0, 1.2), (1, 1.0)]));
    let legal = set(&[0, 1]);
    let first = tree.select(ROOT, Seat(0), &legal, HOW);
    tree.wait(&[ROOT, first]);
    let second = tree.select(ROOT, Seat(0), &legal, HOW);
    assert_ne!(tree.node(first).action, tree.node(second).action);
    assert_eq!((tree.node(first).visits, tree.node(first).tried()), (0, 1));
    tree.arrive(&[ROOT, first]);
    tree.backup(&[ROOT, first], &[0.0; 6], 1);
    assert_eq!((tree.node(first).visits, tree.node(first).tried()), (1, 1));
}
