//! The meaning of the axes of an observation's features.

use crate::core::{Axis, Feature};
use crate::games::arnak::Arnak;
use crate::games::arnak::state::source;
use crate::games::arnak::words::CAMPS;

impl Arnak {
    /// The meaning of the positions along an axis.
    pub(super) fn legend(&self, feature: &Feature, axis: usize) -> Axis {
        let t = &self.t;
        let places = &t.sites.names[CAMPS..];
        let level2 = places.len() - feature.shape[0].min(places.len());
        match (feature.family.as_str(), axis) {
            ("round" | "own.slots" | "open.branches_taken" | "open.step", _) => Axis::Ordinals,
            ("seat.magnifier" | "seat.notebook" | "rival.magnifier", _) => {
                Axis::names(["start"].into_iter().chain(t.track.names.iter().map(String::as_str)))
            }
            ("tiles_level1" | "idols", 0) => Axis::names(places),
            ("tiles_level2", 0) => Axis::names(&places[level2..]),
            ("guardian_at" | "site_gains", 0) => Axis::names(&t.sites.names),
            ("bonus_tiles", 0) => Axis::names(&t.track.names),
            ("asking_other" | "open.below_others", _) => {
                Axis::names((source::SITE..).take(feature.size).map(|number| self.source_name(number)))
            }
            _ if axis + 1 == feature.shape.len() && !feature.labels.is_empty() => {
                Axis::names(feature.labels.iter().map(|label| self.label_words(label)))
            }
            _ => Axis::Labels,
        }
    }

    /// The display name of a label of the layout, which may be an id of the content.
    fn label_words(&self, label: &str) -> String {
        let t = &self.t;
        let tables: [(&[String], &[String]); 8] = [
            (&t.cards.ids, &t.cards.names),
            (&t.sites.ids, &t.sites.names),
            (&t.sites.space_ids, &t.sites.space_names),
            (&t.assistants.ids, &t.assistants.names),
            (&t.guardians.ids, &t.guardians.names),
            (&t.temple.ids, &t.temple.names),
            (&t.rival.ids, &t.rival.names),
            (&t.sites.tile_ids, &t.sites.words[CAMPS..]),
        ];
        let words: [(&[String], &[String]); 2] = [(&t.idols.ids, &t.idols.words), (&t.bonus.ids, &t.bonus.words)];
        let found = tables.iter().chain(&words).find_map(|(ids, names)| names.get(ids.iter().position(|id| id == label)?));
        found.cloned().unwrap_or_else(|| label.replace('_', " "))
    }
}
