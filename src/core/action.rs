//! Actions: typed for the rules, dense ids for tensors, both from one declaration.

/// A typed action with a dense id. Declare one with [`action_space!`](crate::action_space).
pub trait Action: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The size of the action space.
    const COUNT: usize;
    /// The verbs in the order of their blocks, with the offset of each block.
    const VERBS: &'static [(&'static str, usize)];

    /// The flat id, below `COUNT`.
    fn id(self) -> usize;
    /// The action with an id, if the id is below `COUNT`.
    fn from_id(id: usize) -> Option<Self>;
    /// The action with an id, which must be below `COUNT`, as every id of a legal set is.
    #[inline(always)]
    fn at(id: usize) -> Self {
        Self::from_id(id).expect("the id is below the count")
    }
    /// The index of the verb whose block holds an id, which must be below `COUNT`.
    fn verb_index(id: usize) -> usize {
        Self::VERBS.iter().rposition(|&(_, offset)| offset <= id).expect("the first block begins at 0")
    }
    /// The verb: the name of the action's block.
    fn verb(self) -> &'static str;
    /// The arguments: each one's kind (`"tile"`) and index.
    fn args(self) -> [Option<(&'static str, usize)>; 2];
}

/// An argument of an action: one of a fixed number of things.
pub trait Arg: Copy {
    /// The number of values.
    const COUNT: usize;
    /// The kind, as a noun: `"tile"`.
    const KIND: &'static str;
    /// Its index, below `COUNT`.
    fn index(self) -> usize;
    /// The value with an index, which must be below `COUNT`.
    fn at(index: usize) -> Self;
}

/// The offsets of consecutive blocks; the last entry is the total.
pub const fn offsets<const N: usize, const M: usize>(sizes: [usize; N]) -> [usize; M] {
    let mut out = [0; M];
    let mut i = 0;
    while i < N {
        out[i + 1] = out[i] + sizes[i];
        i += 1;
    }
    out
}

/// Declares an action space: an enum whose variants are blocks of consecutive ids.
///
/// ```
/// use expedition::{action_space, index_type, core::Action};
/// index_type! { /// A card.
///     pub struct Card(3) "card"; }
/// action_space! {
///     /// What a player may do.
///     pub enum Act {
///         /// Play a card.
///         Play(Card) = "play",
///         /// Do nothing.
///         Pass = "pass",
///     }
/// }
/// assert_eq!(Act::COUNT, 4);
/// assert_eq!(Act::from_id(3), Some(Act::Pass));
/// assert_eq!(Act::Play(Card(2)).id(), 2);
/// ```
///
/// A variant takes no arguments, or one or two that implement [`Arg`]. `Act::block("play")` gives the offset of a variant's block.
#[macro_export]
macro_rules! action_space {
    (
        $(#[$outer:meta])*
        pub enum $name:ident {
            $( $(#[$inner:meta])* $variant:ident $( ( $a:ty $(, $b:ty)? ) )? = $verb:literal ),+ $(,)?
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $( $(#[$inner])* $variant $( ( $a $(, $b)? ) )? ),+ }

        #[allow(dead_code, reason = "a game need not name every offset")]
        impl $name {
            const SIZES: &'static [usize] = &[
                $( 1 $( * <$a as $crate::core::Arg>::COUNT $( * <$b as $crate::core::Arg>::COUNT )? )? ),+
            ];
            const OFFSETS: [usize; Self::SIZES.len() + 1] = {
                let mut sizes = [0; Self::SIZES.len()];
                let mut i = 0;
                while i < sizes.len() { sizes[i] = Self::SIZES[i]; i += 1; }
                $crate::core::action::offsets(sizes)
            };

            /// The first id of a verb's block.
            pub const fn block(verb: &str) -> usize {
                let verbs = <Self as $crate::core::Action>::VERBS;
                let mut i = 0;
                while i < verbs.len() {
                    let (a, b) = (verbs[i].0.as_bytes(), verb.as_bytes());
                    let mut same = a.len() == b.len();
                    let mut k = 0;
                    while same && k < a.len() { same = a[k] == b[k]; k += 1; }
                    if same { return verbs[i].1; }
                    i += 1;
                }
                panic!("no such verb")
            }
        }

        const _: () = assert!(<$name as $crate::core::Action>::COUNT <= $crate::core::action_set::MAX_ACTIONS);

        impl $crate::core::Action for $name {
            const COUNT: usize = Self::OFFSETS[Self::SIZES.len()];
            const VERBS: &'static [(&'static str, usize)] = {
                #[allow(dead_code, reason = "only the order counts")]
                enum Order { $( $variant ),+ }
                &[ $( ($verb, Self::OFFSETS[Order::$variant as usize]) ),+ ]
            };

            #[inline(always)]
            fn id(self) -> usize {
                enum Order { $( $variant ),+ }
                match self { $( $crate::action_pattern!($name $variant $( a $a $(, b $b)? )?) => {
                    Self::OFFSETS[Order::$variant as usize] $( + $crate::action_index!(a $a $(, b $b)?) )?
                } ),+ }
            }

            #[inline]
            fn from_id(id: usize) -> Option<Self> {
                enum Order { $( $variant ),+ }
                $(
                    if id < Self::OFFSETS[Order::$variant as usize + 1] {
                        #[allow(unused_variables, reason = "a verb without argument has no inner index")]
                        let i = id - Self::OFFSETS[Order::$variant as usize];
                        return Some($crate::action_make!($name $variant i $( $a $(, $b)? )?));
                    }
                )+
                None
            }

            fn verb(self) -> &'static str {
                match self { $( $crate::action_any!($name $variant $( $a $(, $b)? )?) => $verb ),+ }
            }

            fn args(self) -> [Option<(&'static str, usize)>; 2] {
                match self { $( $crate::action_pattern!($name $variant $( a $a $(, b $b)? )?) =>
                    $crate::action_args!($( a $a $(, b $b)? )?) ),+ }
            }
        }
    };
}

/// A pattern that binds the arguments of a variant.
#[doc(hidden)]
#[macro_export]
macro_rules! action_pattern {
    ($name:ident $variant:ident) => {
        $name::$variant
    };
    ($name:ident $variant:ident $a:ident $at:ty) => {
        $name::$variant($a)
    };
    ($name:ident $variant:ident $a:ident $at:ty, $b:ident $bt:ty) => {
        $name::$variant($a, $b)
    };
}

/// A pattern that ignores the arguments of a variant.
#[doc(hidden)]
#[macro_export]
macro_rules! action_any {
    ($name:ident $variant:ident) => {
        $name::$variant
    };
    ($name:ident $variant:ident $at:ty) => {
        $name::$variant(_)
    };
    ($name:ident $variant:ident $at:ty, $bt:ty) => {
        $name::$variant(_, _)
    };
}

/// The index inside a block.
#[doc(hidden)]
#[macro_export]
macro_rules! action_index {
    ($a:ident $at:ty) => {
        $crate::core::Arg::index($a)
    };
    ($a:ident $at:ty, $b:ident $bt:ty) => {
        $crate::core::Arg::index($a) * <$bt as $crate::core::Arg>::COUNT + $crate::core::Arg::index($b)
    };
}

/// The action at an index inside a block.
#[doc(hidden)]
#[macro_export]
macro_rules! action_make {
    ($name:ident $variant:ident $i:ident) => {
        $name::$variant
    };
    ($name:ident $variant:ident $i:ident $at:ty) => {
        $name::$variant(<$at as $crate::core::Arg>::at($i))
    };
    ($name:ident $variant:ident $i:ident $at:ty, $bt:ty) => {
        $name::$variant(
            <$at as $crate::core::Arg>::at($i / <$bt as $crate::core::Arg>::COUNT),
            <$bt as $crate::core::Arg>::at($i % <$bt as $crate::core::Arg>::COUNT),
        )
    };
}

/// The arguments as kinds and indices.
#[doc(hidden)]
#[macro_export]
macro_rules! action_args {
    () => {
        [None, None]
    };
    ($a:ident $at:ty) => {
        [Some((<$at as $crate::core::Arg>::KIND, $crate::core::Arg::index($a))), None]
    };
    ($a:ident $at:ty, $b:ident $bt:ty) => {
        [
            Some((<$at as $crate::core::Arg>::KIND, $crate::core::Arg::index($a))),
            Some((<$bt as $crate::core::Arg>::KIND, $crate::core::Arg::index($b))),
        ]
    };
}

/// Declares a small id: a newtype over `u8` with a fixed number of values. Deserialising checks the range.
#[macro_export]
macro_rules! index_type {
    ($(#[$outer:meta])* pub struct $name:ident($count:expr) $kind:literal;) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "u8", into = "u8")]
        pub struct $name(pub u8);

        #[allow(dead_code, reason = "not every id is counted")]
        impl $name {
            /// The number of values.
            pub const COUNT: usize = $count;

            /// All values in order.
            pub fn all() -> impl Iterator<Item = Self> + Clone {
                (0..Self::COUNT as u8).map(Self)
            }

            /// Its number as an index.
            #[inline(always)]
            pub const fn at(self) -> usize {
                self.0 as usize
            }
        }

        impl TryFrom<u8> for $name {
            type Error = String;
            fn try_from(value: u8) -> Result<Self, String> {
                if (value as usize) < Self::COUNT {
                    Ok(Self(value))
                } else {
                    Err(format!("{} {value} does not exist: the last one is {}", $kind, Self::COUNT - 1))
                }
            }
        }

        impl From<$name> for u8 {
            fn from(value: $name) -> u8 {
                value.0
            }
        }

        impl $crate::core::Arg for $name {
            const COUNT: usize = $count;
            const KIND: &'static str = $kind;
            #[inline(always)]
            fn index(self) -> usize {
                self.0 as usize
            }
            #[inline(always)]
            fn at(index: usize) -> Self {
                Self(index as u8)
            }
        }
    };
}

/// Declares a plain enum with the names used by content, actions and states; `ALL`, `name` and `parse` are derived from it.
#[macro_export]
macro_rules! named_enum {
    ($(#[$outer:meta])* pub enum $name:ident $kind:literal {
        $( $(#[$inner:meta])* $variant:ident = $text:literal ),+ $(,)?
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[repr(u8)]
        pub enum $name { $( $(#[$inner])* #[serde(rename = $text)] $variant ),+ }

        #[allow(dead_code, reason = "one set of helpers for every enum")]
        impl $name {
            /// All values in order.
            pub const ALL: &'static [Self] = &[ $( Self::$variant ),+ ];
            /// Their names in order.
            pub const NAMES: &'static [&'static str] = &[ $( $text ),+ ];
            /// The number of values.
            pub const COUNT: usize = Self::ALL.len();

            /// The name.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The value with this name.
            pub fn parse(text: &str) -> Option<Self> {
                Self::NAMES.iter().position(|&n| n == text).map(|i| Self::ALL[i])
            }
        }

        impl $crate::core::Arg for $name {
            const COUNT: usize = Self::ALL.len();
            const KIND: &'static str = $kind;
            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn at(index: usize) -> Self {
                Self::ALL[index]
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    index_type! { /// A card.
    pub struct Card(5) "card"; }
    named_enum! { /// A zone.
    pub enum Zone "zone" { /// One.
    Action = "action", /// Two.
    Auction = "auction" } }
    action_space! {
        /// Test actions.
        pub enum Act {
            /// One argument.
            Play(Card) = "play",
            /// Two arguments.
            Bid(Card, Zone) = "bid",
            /// None.
            Pass = "pass",
        }
    }

    #[test]
    fn ids_are_dense_and_inverse() {
        assert_eq!(Act::COUNT, 5 + 10 + 1);
        for id in 0..Act::COUNT {
            assert_eq!(Act::from_id(id).expect("below the count").id(), id);
        }
        assert_eq!(Act::from_id(Act::COUNT), None);
        assert_eq!(Act::Bid(Card(3), Zone::Auction).args(), [Some(("card", 3)), Some(("zone", 1))]);
        assert_eq!((Act::block("bid"), Act::Pass.verb()), (5, "pass"));
        assert!(serde_json::from_str::<Card>("5").is_err());
    }
}
