//! A signature that was drawn: strokes on a plane three times as wide as high. Where the pen went and nothing else, neither
//! when nor how hard: a picture of a signature, and no datum by which a hand is known again.

/// The width of the plane on which it is drawn.
pub const WIDTH: u16 = 3_000;

/// Its height.
pub const HEIGHT: u16 = 1_000;

/// Strokes of one signature.
pub const STROKES_MAX: usize = 200;

/// Points of all its strokes.
pub const POINTS_MAX: usize = 4_000;

/// A signature's strokes, each the points of one line without lifting the pen, from the upper left corner.
#[derive(Clone, PartialEq, Eq)]
pub struct Strokes(Vec<Vec<[u16; 2]>>);

/// Never in a log: a signature is its owner's.
impl std::fmt::Debug for Strokes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Strokes(…)")
    }
}

impl Strokes {
    /// Strokes that can be a signature: on the plane, not too many, and at least one with a length.
    ///
    /// ```
    /// use hall_wire::command::Strokes;
    ///
    /// assert!(Strokes::new(vec![vec![[100, 400], [700, 300]]]).is_some());
    /// assert!(Strokes::new(vec![vec![[100, 400]]]).is_none(), "a touch is no signature");
    /// assert!(Strokes::new(vec![vec![[100, 400], [3001, 300]]]).is_none(), "off the plane");
    /// ```
    pub fn new(strokes: Vec<Vec<[u16; 2]>>) -> Option<Strokes> {
        let on_the_plane = |[x, y]: &[u16; 2]| *x <= WIDTH && *y <= HEIGHT;
        let points: usize = strokes.iter().map(Vec::len).sum();
        let good = strokes.len() <= STROKES_MAX
            && points <= POINTS_MAX
            && strokes.iter().all(|stroke| !stroke.is_empty())
            && strokes.iter().flatten().all(on_the_plane)
            && strokes.iter().any(|stroke| stroke.iter().any(|point| *point != stroke[0]));
        good.then_some(Strokes(strokes))
    }

    /// The points of each stroke.
    pub fn strokes(&self) -> &[Vec<[u16; 2]>] {
        &self.0
    }

    /// The bytes that are sealed: the same JSON as in a body.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(&self.0).expect("numbers are JSON")
    }

    /// Reads sealed bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Strokes> {
        Strokes::new(serde_json::from_slice(bytes).ok()?)
    }
}
