//! English for the sentences of a game: lists, numbers of things, articles and capitals.

/// Joins words into a list: `a, b and c`; `nothing` if there are none.
pub fn and<T: AsRef<str>>(parts: &[T]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        None => "nothing".to_string(),
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// A number of things: `1 torch`, `2 torches`, `3 knives`.
pub fn count(number: impl Into<i64>, thing: &str) -> String {
    let number = number.into();
    if number == 1 { format!("1 {thing}") } else { format!("{number} {}", plural(thing)) }
}

/// The plural of a regular noun.
fn plural(noun: &str) -> String {
    if let Some(stem) = noun.strip_suffix("fe") {
        format!("{stem}ves")
    } else if noun.ends_with('s') || noun.ends_with("ch") {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

/// A noun with its indefinite article: `a forest`, `an axe`.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// The text with its first letter in upper case, as at the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_counted_and_introduced() {
        assert_eq!(
            [and::<&str>(&[]), and(&["a"]), and(&["a", "b"]), and(&["a", "b", "c"])],
            ["nothing", "a", "a and b", "a, b and c"]
        );
        assert_eq!([count(1, "torch"), count(2, "torch")], ["1 torch", "2 torches"]);
        assert_eq!([count(0, "point"), count(3, "knife"), count(2, "compass")], ["0 points", "3 knives", "2 compasses"]);
        assert_eq!([with_article("forest"), with_article("axe")], ["a forest", "an axe"]);
        assert_eq!([capital("an axe"), capital("")], ["An axe", ""]);
    }
}
