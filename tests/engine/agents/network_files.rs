//! Network files: any defect is reported in a sentence, and nothing is loaded.

use std::collections::BTreeMap;

use expedition::agents::Network;
use expedition::agents::network::About;
use expedition::agents::network::file::Tensors;
use expedition::agents::speed::drawn;
use expedition::games::toy::Toy;
use serde_json::{Value, json};

use crate::support::game;

/// The header and the tensors of a file.
fn parts(bytes: &[u8]) -> (Value, Vec<u8>) {
    let size = u64::from_le_bytes(*bytes.first_chunk().expect("eight bytes")) as usize;
    (serde_json::from_slice(&bytes[8..8 + size]).expect("JSON"), bytes[8 + size..].to_vec())
}

fn file(header: &Value, data: &[u8]) -> Vec<u8> {
    let text = header.to_string();
    [&(text.len() as u64).to_le_bytes(), text.as_bytes(), data].concat()
}

fn good() -> Vec<u8> {
    drawn(&game::<Toy>(&json!({})), &[6, 4], 3).to_bytes()
}

fn refusal(bytes: &[u8]) -> String {
    Network::from_bytes(bytes).expect_err("it is damaged")
}

/// The error for the good file with its header changed.
fn with_header(change: impl FnOnce(&mut Value)) -> String {
    let (mut header, data) = parts(&good());
    change(&mut header);
    refusal(&file(&header, &data))
}

#[test]
fn the_frame_is_checked() {
    assert!(refusal(b"").contains("not a network"));
    assert!(refusal(&[0xFF; 64]).contains("its header would have 18446744073709551615 bytes"));
    assert!(refusal(&good()[..good().len() - 2]).contains("do not end where the file ends"));
    assert!(refusal(&[good(), vec![0; 2]].concat()).contains("do not end where the file ends"));
    assert!(
        with_header(|h| h["policy.bias"]["data_offsets"][0] = json!(0)).contains("does not begin where the one before it ends")
    );
    assert!(with_header(|h| h["value.bias"]["shape"] = json!([3])).contains("another number of bytes than its shape says"));
    assert!(with_header(|h| h["value.bias"]["shape"] = json!([u64::MAX, u64::MAX])).contains("not a network"));
    let (header, _) = parts(&good());
    let mut broken = file(&header, &[]);
    broken[8] = b'[';
    assert!(refusal(&broken).contains("not a network"));
}

#[test]
fn the_metadata_are_checked() {
    let set = |key: &'static str, value: &str| with_header(|h| h["__metadata__"][key] = json!(value));
    assert!(with_header(|h| drop(h.as_object_mut().map(|h| h.remove("__metadata__")))).contains("its metadata lack \"format\""));
    assert_eq!(set("format", "pickle"), "this network has the format \"pickle\", but this version reads \"expedition-network-1\"");
    assert!(set("game", "chess").contains("plays \"chess\", which is not in this package"));
    assert!(set("game", "agartha").contains("agartha"));
    assert!(set("version", "999").contains("was made for version 999 of toy; this is version"));
    assert!(set("version", "new").contains("version=\"new\", but it must be a whole number"));
    assert!(set("options", "[]").contains("it must be a JSON object"));
    assert!(set("options", "{\"players\": 77}").contains("options that are not valid"));
    assert!(set("options", "{\"players\": 3}").contains("another layout of toy"));
    assert!(set("layout", "0123456789abcdef").contains("another layout of toy"));
    assert!(set("layout", "xyz").contains("16 hexadecimal digits"));
    for players in ["", "two", "0", "2,2", "3,2", "7"] {
        assert!(set("players", players).contains("numbers of players such as 2 or 2,3,4"), "{players:?}");
    }
    assert!(set("players", "2,3").contains("values 2 seats and names [2, 3] players"));
}

#[test]
fn every_weight_is_a_number() {
    let (header, data) = parts(&good());
    for (poison, at) in [(0x7E00_u16, 0), (0x7C00, 10), (0xFC00, data.len() - 2)] {
        let mut data = data.clone();
        data[at..at + 2].copy_from_slice(&poison.to_le_bytes());
        assert!(refusal(&file(&header, &data)).contains("not a finite number in half precision"));
    }
    let words = with_header(|h| h["policy.bias"]["dtype"] = json!("I16"));
    assert!(words.contains("policy.bias holds I16, but a network is stored in half precision (F16)"), "{words}");
}

#[test]
fn weights_in_eight_bits_need_their_scales() {
    let small = drawn(&game::<Toy>(&json!({})), &[6, 4], 3).quantized().to_bytes();
    let changed = |change: &dyn Fn(&mut Value, &mut Vec<u8>)| {
        let (mut header, mut data) = parts(&small);
        change(&mut header, &mut data);
        refusal(&file(&header, &data))
    };
    let kind = |name: &'static str, dtype: &'static str| changed(&|header, _| header[name]["dtype"] = json!(dtype));
    assert!(kind("hidden.0.weight", "U8").contains("hidden.0.weight holds U8, but in a network with weights in eight bits"));
    assert!(kind("value.bias", "BF16").contains("value.bias holds BF16, but in a network with weights in eight bits"));
    assert!(kind("first.weight", "U8").contains("first.scale holds F32, but a network is stored in half precision"));
    let renamed = changed(&|header, _| {
        let scale = header["policy.scale"].take();
        header.as_object_mut().expect("an object").remove("policy.scale");
        header["other.scale"] = scale;
    });
    assert_eq!(renamed, "this network has no tensor policy.scale");
    let swapped = changed(&|header, _| {
        for name in ["first.scale", "hidden.0.scale"] {
            header.as_object_mut().expect("an object").remove(name);
        }
        header["first.scale"] = json!({ "dtype": "F32", "shape": [4], "data_offsets": [0, 16] });
        header["hidden.0.scale"] = json!({ "dtype": "F32", "shape": [13], "data_offsets": [16, 68] });
    });
    assert_eq!(swapped, "tensor first.scale has the shape [4], but it must be [13]");
    for poison in [f32::NAN, f32::INFINITY, -1.0, f32::MAX] {
        let words = changed(&|_, data| data[..4].copy_from_slice(&poison.to_le_bytes()));
        assert_eq!(words, "tensor first.scale holds a scale that is negative or too large");
    }
}

/// The error for the good tensors with one of them changed.
fn with_tensors(change: impl FnOnce(&mut Tensors)) -> String {
    let toy = game::<Toy>(&json!({}));
    let mut tensors = drawn(&toy, &[6, 4], 3).tensors();
    change(&mut tensors);
    Network::from_tensors(About::of(&toy, BTreeMap::new()), &tensors).expect_err("it does not fit")
}

#[test]
fn the_shapes_must_agree() {
    let zeros = |shape: &[usize]| (shape.to_vec(), vec![0.0; shape.iter().product()]);
    let set = |name: &str, shape: &[usize]| with_tensors(|t| drop(t.insert(name.to_string(), zeros(shape))));
    assert_eq!(with_tensors(|t| drop(t.remove("value.bias"))), "this network has no tensor value.bias");
    assert_eq!(set("extra.weight", &[1]), "this network has a tensor extra.weight that does not belong to its layers");
    assert_eq!(set("hidden.7.bias", &[4]), "this network has a tensor hidden.7.bias that does not belong to its layers");
    assert_eq!(set("policy.weight", &[3, 5]), "tensor policy.weight takes 5 inputs, but the layer before it gives 4");
    assert_eq!(set("hidden.0.weight", &[4, 7]), "tensor hidden.0.weight takes 7 inputs, but the layer before it gives 6");
    assert_eq!(set("first.bias", &[5]), "tensor first.bias has the shape [5], but it must be [6]");
    assert_eq!(set("first.weight", &[78]), "tensor first.weight has the shape [78], but it must have two axes");
    assert!(set("first.weight", &[12, 6]).contains("it takes 12 inputs"));
    assert!(set("first.weight", &[0, 6]).contains("the inputs of first: 0 is out of range"));
    assert!(set("policy.weight", &[600, 4]).contains("the outputs of policy: 600 is out of range; 1 to 512"));
    let many = with_tensors(|t| {
        t.insert("policy.weight".to_string(), zeros(&[4, 4]));
        t.insert("policy.bias".to_string(), zeros(&[4]));
    });
    assert_eq!(many, "this network knows 4 actions, but toy has 3");
    let short = with_tensors(|t| t.get_mut("first.weight").expect("it is there").1.truncate(77));
    assert!(short.contains("but its shape is [13, 6]"), "{short}");
    let far = with_tensors(|t| t.get_mut("value.bias").expect("it is there").1[0] = 1e6);
    assert!(far.contains("value.bias holds a weight that is not a finite number in half precision"), "{far}");
}

#[test]
fn a_file_that_is_not_there_or_too_long_is_refused_unread() {
    let folder = std::env::temp_dir().join(format!("expedition-networks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("long.safetensors");
    assert!(Network::load(&path).expect_err("it is not there").contains("long.safetensors: cannot be read"));
    std::fs::File::create(&path).expect("a file").set_len(65 << 20).expect("a long file");
    assert!(Network::load(&path).expect_err("it is too long").contains("it is longer than 64 MB"));
    drawn(&game::<Toy>(&json!({})), &[6, 4], 3).save(&path).expect("written");
    assert_eq!(std::fs::read(&path).expect("a file"), good());
    std::fs::remove_dir_all(&folder).expect("removed");
}
