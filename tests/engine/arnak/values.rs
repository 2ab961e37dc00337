//! Printed values of the cards: price, points and travel icons (b boot, c car, s ship, p plane), copied from the pieces themselves.

use super::scenario::Scenario;

const CARDS: &str = "
aeroplane 4 3 pp; airdrop 2 1 p; army_knife 3 1 cs;
automobile 3 3 cc; axe 2 2 s; bear_trap 2 1 c;
binoculars 4 1 s; bow_and_arrows 2 2 c; brush 3 3 c;
carrier_pigeon 2 1 s; chronometer 3 2 ss; dog 3 1 c;
fishing_rod 2 2 s; flask 2 1 s; gold_pan 1 1 ss;
grappling_hook 2 2 c; hat 1 1 s; horse 4 1 cc;
hot_air_balloon 2 1 p; journal 3 1 cs; lantern 3 2 c;
large_backpack 3 1 c; machete 4 1 c; ostrich 3 1 cc;
pack_donkey 4 1 cc; parrot 2 2 s; pickaxe 1 1 c;
precision_compass 4 1 s; revolver 4 1 ss; rope 2 1 s;
rough_map 1 1 s; sea_turtle 3 1 ss; steam_boat 3 3 ss;
sturdy_boots 1 1 cc; tent 4 2 c; theodolite 3 1 s;
torch 2 2 s; trowel 1 1 c; watch 1 1 s;
whip 2 1 c; ancient_wine 3 1 p; ceremonial_rattle 3 2 p;
cleansing_cauldron 3 1 p; coconut_flask 3 2 p; crystal_earring 4 2 p;
decorated_horn 2 1 p; guardians_crown 4 2 p; guardians_ocarina 4 2 pp;
guiding_skull 4 1 p; guiding_stone 3 1 p; hunting_arrows 4 1 p;
idol_of_ara_anu 3 1 p; inscribed_blade 2 1 p; monkey_medallion 4 2 p;
mortar 3 1 p; obsidian_earring 4 2 p; ornate_hammer 4 2 p;
passage_shell 3 1 p; pathfinders_sandals 3 1 p; pathfinders_staff 4 1 p;
ritual_dagger 4 2 p; runes_of_the_dead 4 1 p; sacred_drum 4 1 p;
serpent_idol 2 1 p; serpents_gold 3 2 p; star_charts 4 2 p;
stone_jar 2 1 p; stone_key 3 2 p; sundial 2 1 p;
tigerclaw_hairpin 4 2 p; traders_coins 3 1 p; traders_scales 4 2 p;
treasure_chest 4 3 p; war_club 4 1 p; war_mask 3 1 p;
funding_car 0 0 c; funding_ship 0 0 s; exploration_car 0 0 c;
exploration_ship 0 0 s;
";

#[test]
fn every_card_has_its_printed_values() {
    // R38, R77, R78, R143
    let it = Scenario::new(2);
    let t = it.t();
    let rows: Vec<Vec<&str>> =
        CARDS.split(';').map(|row| row.split_whitespace().collect()).filter(|row: &Vec<&str>| !row.is_empty()).collect();
    assert_eq!(rows.len(), 40 + 35 + 4);
    for (card, row) in rows.iter().enumerate() {
        let [id, cost, points, icons] = row[..] else { panic!("{row:?} has four parts") };
        let count = |icon: char| icons.chars().filter(|c| *c == icon).count() as u8;
        assert_eq!(t.cards.ids[card], id, "in the order of the tables");
        assert_eq!((t.cards.cost[card].to_string().as_str(), t.cards.points[card].to_string().as_str()), (cost, points), "{id}");
        assert_eq!(t.cards.icons[card], [count('b'), count('c'), count('s'), count('p')], "{id}");
    }
    assert_eq!(t.cards.icons[79], [1, 0, 0, 0], "a Fear card has a boot");
}
