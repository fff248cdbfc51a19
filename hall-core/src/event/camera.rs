//! The hall's cameras (Catálogo IV): which there are, and what can be wrong with their pictures.

/// What a camera of the hall looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CameraPost {
    /// The place where the balls come out. The law wants its picture at every moment of a game.
    Exit,
    /// The desk where sung cards are shown (33.8).
    Desk,
    /// The hall.
    Hall,
}

/// What a camera was last seen to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Its post.
    Sees,
    /// Nothing: it is unplugged, its line is cut, or its program ended.
    Lost,
    /// A black picture.
    Black,
    /// The same picture again and again.
    Frozen,
    /// A picture without any outline: something lies on the lens.
    Covered,
}
