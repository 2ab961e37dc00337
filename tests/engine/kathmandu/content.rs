//! R18 and the component tables.

use expedition::core::{Check, Content, Describe, Episode, Game, Options, Problems, Rng, Rules, Turn};
use expedition::games::kathmandu::{Kathmandu, Land, State};
use serde_json::{Map, Value, json};

use super::table::{table, two};
use crate::support::random_play;

fn tables() -> Map<String, Value> {
    Content::load("kathmandu", Kathmandu::CONTENT, &Map::new()).expect("valid").tables().clone()
}

fn with(options: &Value, content: &Value) -> Result<Game<Kathmandu>, Problems> {
    Game::new(options.as_object().expect("an object"), content.as_object().expect("an object"))
}

#[test]
fn components_are_counted() {
    let t = two();
    let tables = t.rules().tables();
    assert_eq!(tables.copies, [0, 5, 5, 5, 5, 5, 3, 3, 3, 3, 3]);
    assert_eq!(tables.excavation.iter().sum::<u8>(), 95);
    assert_eq!((tables.tokens_each, tables.one_card_places, tables.pair_places), (25, 1, 3));
    assert_eq!((tables.site_points, tables.lost_points), (5, -2));
    assert!(size_of::<State>() <= 2048, "{}", size_of::<State>());
    let options = Options::parse("kathmandu", Kathmandu::OPTIONS, &Map::new()).expect("defaults");
    assert_eq!(options.map().len(), 11 + 3, "those of the game, and those of every game");
}

/// The smallest number of tokens that cuts a set of cells off from others: the largest number of ways that share no cell.
fn cut(land: &Land, dig: &[u8], others: &[u8]) -> usize {
    let cells = land.at.len();
    // Node 2c is the way into a cell, 2c + 1 the way out; `flow` marks used steps.
    let mut flow = vec![vec![0i32; 2 * cells]; 2 * cells];
    let open = |from: usize, to: usize, flow: &Vec<Vec<i32>>| {
        let (a, b) = (from / 2, to / 2);
        let wide = |c: usize| dig.contains(&(c as u8)) || others.contains(&(c as u8));
        let room = if a == b && from.is_multiple_of(2) {
            if wide(a) { 99 } else { 1 }
        } else if from % 2 == 1 && to.is_multiple_of(2) && land.around(a as u8).has(b as u8) {
            99
        } else {
            0
        };
        room - flow[from][to] > 0
    };
    let mut ways = 0;
    loop {
        let mut from = vec![usize::MAX; 2 * cells];
        let mut queue: Vec<usize> = dig.iter().map(|&c| 2 * usize::from(c)).collect();
        for &node in &queue {
            from[node] = node;
        }
        let mut next = 0;
        let mut found = None;
        while next < queue.len() && found.is_none() {
            let node = queue[next];
            next += 1;
            let cell = node / 2;
            let mut steps = vec![2 * cell, 2 * cell + 1];
            steps.extend(land.around(cell as u8).iter().flat_map(|n| [2 * usize::from(n), 2 * usize::from(n) + 1]));
            for to in steps {
                if from[to] == usize::MAX && open(node, to, &flow) {
                    from[to] = node;
                    queue.push(to);
                    if to % 2 == 1 && others.contains(&((to / 2) as u8)) {
                        found = Some(to);
                        break;
                    }
                }
            }
        }
        let Some(mut to) = found else { return ways };
        while from[to] != to {
            flow[from[to]][to] += 1;
            flow[to][from[to]] -= 1;
            to = from[to];
        }
        ways += 1;
    }
}

#[test]
fn the_boards_are_what_their_tables_say_r18_1_r18_2_r18_3_r18_4() {
    // R18.1, R18.2, R18.3, R18.4: sizes, isolation costs and extension sizes, recomputed.
    let boards = tables()["boards"].clone();
    let sizes = [("valley", 192, 16), ("valley_small", 70, 8), ("valley_narrow", 160, 16)];
    assert_eq!(boards.as_array().map(Vec::len), Some(sizes.len()));
    for (row, (id, land_cells, sites)) in boards.as_array().expect("rows").iter().zip(sizes) {
        let t = table(&json!({ "board": id }));
        let board = t.rules().board();
        assert_eq!((board.id.as_str(), board.land.at.len(), board.site_cells.len()), (id, land_cells, sites));
        let holes =
            row["lake"]["cells"].as_array().expect("cells").len() + row["mountains"]["cells"].as_array().expect("cells").len();
        assert_eq!(row["full_hexagon"], json!(land_cells + holes));
        for &(q, r) in &board.land.at {
            assert!(board.land.cell(-q, -r).is_some(), "{id} is point-symmetric at {q},{r}");
        }
        for (i, site) in row["site"].as_array().expect("sites").iter().enumerate() {
            let mut dig = expedition::games::kathmandu::Cells::of(board.site_cells[i]);
            let costs: Vec<usize> = serde_json::from_value(site["isolation_cost"].clone()).expect("numbers");
            let sizes: Vec<u32> = serde_json::from_value(site["extension_size"].clone()).expect("numbers");
            assert_eq!(site["land_neighbours"], json!(board.land.around(board.site_cells[i]).len()));
            for (step, cost) in costs.iter().enumerate() {
                let others: Vec<u8> = board.site_cells.iter().copied().filter(|&c| !dig.has(c)).collect();
                let cells: Vec<u8> = dig.iter().collect();
                assert_eq!(cut(&board.land, &cells, &others), *cost, "{id} {} after {step} extensions", site["id"]);
                let grown = dig | board.land.touching(dig);
                if let Some(size) = sizes.get(step) {
                    assert_eq!(grown.len() - dig.len(), *size, "{id} {}", site["id"]);
                }
                dig = grown;
            }
        }
    }
}

/// A strip of land, `width` cells long and three high, with a site at every fourth cell of the middle row.
fn strip(width: i64) -> Value {
    let sites: Vec<Value> = (0..width / 4)
        .map(|i| json!({"id": format!("s{i}"), "letter": char::from(b'a' + i as u8).to_string(), "name": "S", "q": 4 * i + 1, "r": 1}))
        .collect();
    json!({
        "id": "custom", "active_sites": 3, "removed_in_short_game": 1, "land_count": 3 * width, "site_count": sites.len(),
        "min_site_distance": 4, "min_site_path_distance": 4,
        "row": (0..3).map(|r| json!({"r": r, "q": (0..width).collect::<Vec<_>>()})).collect::<Vec<_>>(),
        "site": sites,
    })
}

#[test]
fn another_board_can_be_played_r18_1() {
    // R18.1
    for variant in ["long", "short"] {
        let game = with(&json!({"board": "custom", "variant": variant}), &json!({"boards": [strip(20)]})).expect("valid");
        let mut ep = Episode::new(game.into(), 4);
        random_play(&mut ep, &mut Rng::seeded(4), 20_000, |ep| {
            ep.game().rules.check(ep.state()).expect("possible");
        });
        assert_eq!(ep.turn(), Turn::Over);
    }
    let refused = with(&json!({"board": "custom"}), &json!({})).expect_err("no such board").to_string();
    assert!(refused.contains("no board \"custom\"; there are valley, valley_small, valley_narrow"), "{refused}");
}

/// A change to a good board, and part of the sentence that refuses it.
type Case = (fn(&mut Value), &'static str);

#[test]
fn a_bad_board_is_refused_whole_r18_1() {
    // R18.1: every problem is named.
    let refused = |change: fn(&mut Value)| {
        let mut board = strip(20);
        change(&mut board);
        with(&json!({"board": "custom"}), &json!({"boards": [board]})).expect_err("a bad board").to_string()
    };
    let cases: [Case; 9] = [
        (|b| b["row"][1]["q"] = json!([0, 1, 2, 5, 9, 13, 17, 18]), "land_count says 60"),
        (|b| b["row"] = json!([{"r": 0, "q": [0, 1]}, {"r": 5, "q": [0, 1]}]), "the land is not connected"),
        (|b| b["site"][1]["q"] = json!(2), "two sites are adjacent"),
        (|b| b["site"][1]["q"] = json!(70), "(70, 1) is not land"),
        (|b| b["site"][1]["id"] = json!("s0"), "id and letter must differ"),
        (|b| b["active_sites"] = json!(7), "active_sites = 7"),
        (|b| b["removed_in_short_game"] = json!(3), "leaves fewer than 3"),
        (|b| b["min_site_path_distance"] = json!(5), "min_site_path_distance says 5, but it is 4"),
        (|b| b["height"] = json!(5), "unknown field `height`"),
    ];
    for (change, part) in cases {
        let text = refused(change);
        assert!(text.contains(part) && text.contains("custom"), "{part} is not in {text}");
    }
    let wide = with(&json!({"board": "custom"}), &json!({"boards": [strip(28)]})).expect_err("too wide").to_string();
    assert!(wide.contains("at most 24 x 24"), "{wide}");
    let large = with(&json!({"board": "custom"}), &json!({"boards": [strip(100)]})).expect_err("too large").to_string();
    assert!(large.contains("300 land cells") && large.contains("25 sites"), "{large}");
}

#[test]
fn bad_numbers_are_refused_whole() {
    let mut personality = tables()["personality"].clone();
    personality[0]["copies"] = json!(21);
    personality[1]["id"] = json!("poet");
    personality[2]["kind"] = json!("special");
    let mut setup = tables()["setup"].clone();
    setup["archaeologist_tokens_each"] = json!(40);
    let mut excavation = tables()["excavation"].clone();
    excavation[0]["count"] = json!(250);
    let text = with(&json!({}), &json!({"personality": personality, "setup": setup, "excavation": excavation}))
        .expect_err("five problems")
        .to_string();
    for part in ["21 copies", "\"poet\"", "its kind is \"base\"", "archaeologist_tokens_each = 40", "275 tokens"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    // Whatever is within the caps can be played.
    let mut setup = tables()["setup"].clone();
    setup["archaeologist_tokens_each"] = json!(32);
    setup["pair_places"] = json!(5);
    let game = with(&json!({"players": 4}), &json!({ "setup": setup })).expect("valid");
    let mut ep = Episode::new(game.into(), 1);
    random_play(&mut ep, &mut Rng::seeded(1), 20_000, |ep| ep.game().rules.check(ep.state()).expect("possible"));
    assert_eq!(ep.turn(), Turn::Over);
}

#[test]
fn the_map_shows_every_hex() {
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8)]).tokens(super::table::P1, &[(0, -9)]);
    let text = t.rules().text(&t.s, None);
    assert!(text.contains("r  -9, q from   0 |                   o   .   J   .   .   #   .   .   .   .\n"), "{text}");
    assert!(text.contains("[F]") && text.contains("*r") && text.contains('~'), "{text}");
    assert!(text.contains("6. Changu Narayan [F] at 9,-7: 1 red"), "{text}");
    assert!(text.contains("hand: 6 archaeologist"), "{text}");
    t.fence(super::table::P0, "changu_narayan");
    let text = t.rules().text(&t.s, None);
    assert!(text.lines().any(|line| line.contains("; isolated by ") && line.ends_with(" Blue")), "{text}");
}
