//! The words of a verdict, each said once.

use serde::Serialize;
use sifang_options::Lang;

/// Declares an enum whose values have a name for programs and words for people.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident as $ts:literal {
        $($(#[$about:meta])* $value:ident = $id:literal: $zh:literal, $en:literal;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = $ts))]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $id)] $value,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$value),*];

            /// Its name for programs.
            pub const fn id(self) -> &'static str {
                match self { $($name::$value => $id,)* }
            }

            /// Its words.
            pub const fn text(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $(($name::$value, Lang::Zh) => $zh, ($name::$value, Lang::En) => $en,)*
                }
            }
        }
    };
}

words! {
    /// A part of a verdict.
    Part as "VerdictPart" {
        /// The walls were fixed before the match.
        Walls = "walls": "牌墙", "Walls";
        /// Everything that was done is allowed and leads to what is recorded.
        Moves = "moves": "行牌", "Moves";
        /// Payments, totals and ranks.
        Points = "points": "得分", "Points";
        /// Whether the match was played to its end.
        End = "end": "终局", "End";
        /// Whether the server knows the record.
        Known = "known": "来历", "Origin";
        /// The server's signature.
        Signature = "signature": "签名", "Signature";
        /// What a player's own device was shown before the match; only the device knows.
        Promise = "promise": "开局承诺", "Promise";
        /// Who sat where.
        Names = "names": "姓名", "Names";
    }
}

words! {
    /// How it stands with a part.
    State as "VerdictState" {
        /// It holds.
        Holds = "holds": "成立", "holds";
        /// It does not.
        Fails = "fails": "不成立", "does not hold";
        /// It could not be checked, or does not show.
        Open = "open": "未证实", "not proven";
        /// It is shown, and does not count.
        Aside = "aside": "不计", "does not count";
    }
}

words! {
    /// The verdict all in all.
    Outcome as "VerdictOutcome" {
        /// Every part that counts holds.
        Proven = "proven": "全部成立", "Everything holds";
        /// Nothing is wrong, but some part is open.
        Unproven = "unproven": "没有发现不符，但不是样样都得到证实", "Nothing is wrong, but not everything is proven";
        /// Something is wrong.
        Fails = "fails": "这份记录不成立", "This record does not hold";
    }
}

words! {
    /// What can be said of a part.
    Finding as "VerdictFinding" {
        /// All walls were dealt again.
        WallsHold = "walls_hold": "牌墙与开赛前的承诺一致", "The walls are the ones committed to before the match";
        /// A wall, secret, nonce or the terms differ.
        WallsFail = "walls_fail": "牌墙与开赛前的承诺不符", "The walls are not the ones committed to before the match";
        /// They could not be dealt.
        WallsOpen = "walls_open": "牌墙没有核对", "The walls were not checked";
        /// All commands were played again.
        MovesHold = "moves_hold": "从头重打：每一步都合规则，经过相同", "Played again from the start: every move is legal, and the course is the same";
        /// A command is illegal, or another course comes out.
        MovesFail = "moves_fail": "从头重打：有一步不合规则，或经过不同", "Played again from the start: a move is not legal, or the course is another one";
        /// They could not be played.
        MovesOpen = "moves_open": "行牌没有核对", "The moves were not checked";
        /// Wins, payments, totals and ranks follow.
        PointsHold = "points_hold": "每一笔得分、总分和名次都由行牌得出", "Every payment, total and rank follows from the moves";
        /// Some of them do not.
        PointsFail = "points_fail": "得分、总分或名次不是行牌得出的", "Payments, totals or ranks do not follow from the moves";
        /// The moves do not go through.
        PointsOpen = "points_open": "得分没有核对", "The points were not checked";
        /// The match was over.
        EndReached = "end_reached": "整场打完", "The match was played to its end";
        /// It was not.
        EndCutShort = "end_cut_short": "没有打完：记录在整场结束之前中断", "Cut short: the record stops before the match was over";
        /// More deals than the match had.
        EndBeyond = "end_beyond": "整场结束之后还有别的局", "There are deals after the match was over";
        /// The moves do not go through.
        EndOpen = "end_open": "是否打完没有核对", "The end was not checked";
        /// The server keeps the same record.
        KnownSame = "known_same": "这台服务器保存着同一份记录", "This server keeps the same record";
        /// It was removed there, but the signature is good.
        KnownSigned = "known_signed": "这台服务器已不保存它，但为它签过名：是在这里打的", "This server does not keep it any more, but has signed it: it was played here";
        /// The server keeps another record of that match.
        KnownOther = "known_other": "这台服务器保存的这一场与此不同", "This server keeps another record of this match";
        /// The server knows nothing of it.
        NotKnown = "not_known": "这台服务器没有这一场，也没有签过名", "This server has no such match, and has not signed it";
        /// No server was asked, and no key was given.
        NobodyAsked = "nobody_asked": "没有问过服务器", "No server was asked";
        /// The signature is of a key that was given.
        SignedByKey = "signed_by_key": "由给出的公钥签名：是在那台服务器上打的", "Signed with the key that was given: it was played on that server";
        /// There is none, or of another key.
        NotSignedByKey = "not_signed_by_key": "不是由给出的公钥签名的", "Not signed with the key that was given";
        /// A key that is known has signed it.
        SignatureGood = "signature_good": "签名有效", "The signature is valid";
        /// The signature does not fit to the record.
        SignatureBad = "signature_bad": "签名与这份记录不符", "The signature does not fit to this record";
        /// It fits, but nobody here knows the key.
        SignatureStrange = "signature_strange": "有签名，但这里不认识它的公钥", "Signed, but with a key that is not known here";
        /// There is one, and nobody looked at it.
        SignatureOpen = "signature_open": "签名没有核对", "The signature was not checked";
        /// There is none.
        NotSigned = "not_signed": "没有签名", "Not signed";
        /// The device remembers the same.
        PromiseSame = "promise_same": "与开赛前显示给你的相同", "The same as you were shown before the match";
        /// The device remembers something else.
        PromiseOther = "promise_other": "与开赛前显示给你的不同", "Not what you were shown before the match";
        /// The device was not there, or has forgotten.
        PromiseUnknown = "promise_unknown": "这台设备没有记住这一场", "Not remembered on this device";
        /// A record names nobody.
        NamesNotCovered = "names_not_covered": "不在核对之列：谁坐哪个座位，记录里没有", "Not covered: who sat where is not in the record";
    }
}

impl Finding {
    /// The part that it is about, and how that stands.
    const fn about(self) -> (Part, State) {
        use State::{Aside, Fails, Holds, Open};
        match self {
            Finding::WallsHold => (Part::Walls, Holds),
            Finding::WallsFail => (Part::Walls, Fails),
            Finding::WallsOpen => (Part::Walls, Open),
            Finding::MovesHold => (Part::Moves, Holds),
            Finding::MovesFail => (Part::Moves, Fails),
            Finding::MovesOpen => (Part::Moves, Open),
            Finding::PointsHold => (Part::Points, Holds),
            Finding::PointsFail => (Part::Points, Fails),
            Finding::PointsOpen => (Part::Points, Open),
            Finding::EndReached => (Part::End, Holds),
            Finding::EndCutShort | Finding::EndOpen => (Part::End, Open),
            Finding::EndBeyond => (Part::End, Fails),
            Finding::KnownSame | Finding::KnownSigned | Finding::SignedByKey => (Part::Known, Holds),
            Finding::KnownOther | Finding::NotSignedByKey => (Part::Known, Fails),
            Finding::NotKnown | Finding::NobodyAsked => (Part::Known, Open),
            Finding::SignatureGood => (Part::Signature, Holds),
            Finding::SignatureBad => (Part::Signature, Fails),
            Finding::SignatureStrange | Finding::SignatureOpen | Finding::NotSigned => {
                (Part::Signature, Aside)
            }
            Finding::PromiseSame => (Part::Promise, Holds),
            Finding::PromiseOther => (Part::Promise, Fails),
            Finding::PromiseUnknown => (Part::Promise, Aside),
            Finding::NamesNotCovered => (Part::Names, Aside),
        }
    }

    /// The part that it is about.
    pub const fn part(self) -> Part {
        self.about().0
    }

    /// How it stands with that part.
    pub const fn state(self) -> State {
        self.about().1
    }
}

impl Outcome {
    /// What these findings come to: good only if everything that counts holds.
    pub fn of(findings: impl Iterator<Item = Finding> + Clone) -> Outcome {
        let some = |state| findings.clone().any(|found| found.state() == state);
        if some(State::Fails) {
            Outcome::Fails
        } else if some(State::Open) {
            Outcome::Unproven
        } else {
            Outcome::Proven
        }
    }
}
