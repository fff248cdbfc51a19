//! Who may do what (articles 24 and 26.2.b), who stands in for whom, and who is where.

use super::*;

/// The posts of group a stand in for one another, and so do those of group b.
const GROUP_A: [Post; 2] = [Post::Cashier, Post::Seller];
const GROUP_B: [Post; 3] = [Post::Sala, Post::Mesa, Post::Cashier];

impl Paper {
    /// Everybody of the house, with the posts he was taken on for.
    pub(super) fn staff() -> BTreeSet<(u32, Post)> {
        let own = [
            (1, Post::Sala),
            (2, Post::Mesa),
            (3, Post::Cashier),
            (4, Post::Seller),
            (5, Post::Seller),
            (6, Post::Inspector),
            (7, Post::Mesa),
            (7, Post::Seller),
            (7, Post::Cashier),
        ];
        own.into_iter().collect()
    }

    pub fn has_post(&self, person: u32, post: Post) -> bool {
        self.posts.contains(&(person, post))
    }

    pub fn at_post(&self, post: Post) -> Vec<u32> {
        self.posts.iter().filter(|(_, held)| *held == post).map(|(person, _)| *person).collect()
    }

    /// Who is looked for when somebody of this post is needed.
    pub fn holder(&self, post: Post) -> u32 {
        match (&self.session, post) {
            (Some(session), Post::Mesa) => session.mesa,
            (Some(session), Post::Sala) => session.sala,
            _ => self.at_post(post)[0],
        }
    }

    /// The posts that may do this, the usual one first; none where it is nobody's to ask for.
    pub fn posts_for(act: &Act) -> &'static [Post] {
        use Post::{Cashier, Mesa, Sala, Seller};
        match act {
            Act::By { act, .. } => Paper::posts_for(act),
            Act::OpenSession { .. }
            | Act::CloseSession { .. }
            | Act::OpenSale { .. }
            | Act::StartDraw { .. }
            | Act::Accept { .. }
            | Act::Reject { .. }
            | Act::Ask { .. }
            | Act::GoOn { .. }
            | Act::End { .. }
            | Act::AskVoid { .. } => &[Mesa],
            Act::Substitute { .. }
            | Act::ChangeSet { .. }
            | Act::CallAuthority
            | Act::Withhold { .. }
            | Act::Suspend { .. }
            | Act::Lift { .. } => &[Mesa, Sala],
            Act::RecordAuthority { .. } | Act::ConfirmVoid { .. } => &[Sala],
            Act::Issue { .. }
            | Act::Return { .. }
            | Act::Transfer { .. }
            | Act::Pay { .. }
            | Act::Refund { .. } => &[Cashier],
            Act::CloseSale { .. } => &[Cashier, Mesa],
            Act::Announce { .. } => &[Seller, Mesa],
            Act::Claim { .. } => &[Mesa, Seller],
            Act::Read { .. } => &[Seller, Mesa, Sala],
            Act::Stop { .. } | Act::RaiseHold { .. } | Act::KeyBall { .. } => &[Cashier, Seller, Mesa, Sala],
            Act::AskExit { .. }
            | Act::ConfirmExit { .. }
            | Act::AskSheet { .. }
            | Act::ConfirmSheet { .. } => &[Mesa, Sala, Cashier],
            _ => &[],
        }
    }

    pub fn may(&self, person: u32, act: &Act) -> bool {
        let posts = Paper::posts_for(act);
        posts.is_empty() || posts.iter().any(|post| self.has_post(person, *post))
    }

    /// Somebody asks: the person that is named, or who usually would.
    pub fn asked(&self, act: &Act) -> Asked {
        match act {
            Act::By { who, at, act } => Asked { who: *who, at, act: (**act).clone() },
            _ => {
                let who = Paper::posts_for(act).first().map_or(0, |post| self.holder(*post));
                Asked { who, at: "mesa-1", act: act.clone() }
            }
        }
    }

    /// Whether the two are at two devices.
    pub(super) fn are_apart(&self, one: u32, other: u32) -> bool {
        let mut pairs = self.desks.iter().flat_map(|a| self.desks.iter().map(move |b| (a, b)));
        pairs.any(|((at, who), (at_too, who_too))| *who == one && *who_too == other && at != at_too)
    }

    pub(super) fn against_posts(&self, asked: &Asked) -> Reasons {
        let mut no = Reasons::new();
        match asked.act {
            Act::LogIn => (),
            Act::LogOut => check(&mut no, !self.desks.contains(&(asked.at, asked.who)), "sin-entrada"),
            Act::Substitute { post, person, stand_in } => {
                let Some(session) = &self.session else { return vec!["sin-sesion"] };
                let of_the_house = |person: u32| (1..=7).contains(&person);
                check(&mut no, !of_the_house(person) || !of_the_house(stand_in), "persona-desconocida");
                // What he was taken on for counts, not where he happens to stand in.
                let own: Vec<Post> =
                    Paper::staff().iter().filter(|(who, _)| *who == stand_in).map(|(_, own)| *own).collect();
                let together =
                    |group: &[Post]| group.contains(&post) && own.iter().any(|own| group.contains(own));
                let chiefs = match post {
                    Post::Sala => stand_in == session.mesa,
                    Post::Mesa => stand_in == session.sala,
                    _ => false,
                };
                let fits = self.has_post(person, post)
                    && !self.has_post(stand_in, post)
                    && (together(&GROUP_A) || together(&GROUP_B))
                    && !chiefs;
                check(&mut no, !fits, "sustitucion-no-valida");
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_posts(&mut self, asked: &Asked) {
        match asked.act {
            Act::LogIn => {
                self.desks.insert((asked.at, asked.who));
                self.there_at_close.remove(&(asked.at, asked.who));
            }
            Act::LogOut => {
                self.desks.remove(&(asked.at, asked.who));
            }
            Act::Substitute { post, person, stand_in } => {
                self.posts.remove(&(person, post));
                self.posts.insert((stand_in, post));
                let session = self.session.as_mut().unwrap();
                if post == Post::Mesa && session.mesa == person {
                    session.mesa = stand_in;
                }
                if post == Post::Sala && session.sala == person {
                    session.sala = stand_in;
                }
            }
            ref other => unreachable!("{other:?}"),
        }
    }
}
