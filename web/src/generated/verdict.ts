// Generated from the words of sifang-match; do not edit. `UPDATE=1 cargo test -p sifang-proto --features ts`
// writes it anew.
/* eslint-disable */

/** The parts of a verdict, in the order in which they are shown. */
export const VERDICT_PARTS = {
  walls: { zh: "牌墙", en: "Walls" },
  moves: { zh: "行牌", en: "Moves" },
  points: { zh: "得分", en: "Points" },
  end: { zh: "终局", en: "End" },
  known: { zh: "来历", en: "Origin" },
  signature: { zh: "签名", en: "Signature" },
  promise: { zh: "开局承诺", en: "Promise" },
  names: { zh: "姓名", en: "Names" },
} as const;

/** What a verdict comes to. */
export const VERDICT_OUTCOMES = {
  proven: { zh: "全部成立", en: "Everything holds" },
  unproven: { zh: "没有发现不符，但不是样样都得到证实", en: "Nothing is wrong, but not everything is proven" },
  fails: { zh: "这份记录不成立", en: "This record does not hold" },
} as const;

/** What can be said of a part. */
export const VERDICT_FINDINGS = {
  walls_hold: { part: "walls", state: "holds", zh: "牌墙与开赛前的承诺一致", en: "The walls are the ones committed to before the match" },
  walls_fail: { part: "walls", state: "fails", zh: "牌墙与开赛前的承诺不符", en: "The walls are not the ones committed to before the match" },
  walls_open: { part: "walls", state: "open", zh: "牌墙没有核对", en: "The walls were not checked" },
  moves_hold: { part: "moves", state: "holds", zh: "从头重打：每一步都合规则，经过相同", en: "Played again from the start: every move is legal, and the course is the same" },
  moves_fail: { part: "moves", state: "fails", zh: "从头重打：有一步不合规则，或经过不同", en: "Played again from the start: a move is not legal, or the course is another one" },
  moves_open: { part: "moves", state: "open", zh: "行牌没有核对", en: "The moves were not checked" },
  points_hold: { part: "points", state: "holds", zh: "每一笔得分、总分和名次都由行牌得出", en: "Every payment, total and rank follows from the moves" },
  points_fail: { part: "points", state: "fails", zh: "得分、总分或名次不是行牌得出的", en: "Payments, totals or ranks do not follow from the moves" },
  points_open: { part: "points", state: "open", zh: "得分没有核对", en: "The points were not checked" },
  end_reached: { part: "end", state: "holds", zh: "整场打完", en: "The match was played to its end" },
  end_cut_short: { part: "end", state: "open", zh: "没有打完：记录在整场结束之前中断", en: "Cut short: the record stops before the match was over" },
  end_beyond: { part: "end", state: "fails", zh: "整场结束之后还有别的局", en: "There are deals after the match was over" },
  end_open: { part: "end", state: "open", zh: "是否打完没有核对", en: "The end was not checked" },
  known_same: { part: "known", state: "holds", zh: "这台服务器保存着同一份记录", en: "This server keeps the same record" },
  known_signed: { part: "known", state: "holds", zh: "这台服务器已不保存它，但为它签过名：是在这里打的", en: "This server does not keep it any more, but has signed it: it was played here" },
  known_other: { part: "known", state: "fails", zh: "这台服务器保存的这一场与此不同", en: "This server keeps another record of this match" },
  not_known: { part: "known", state: "open", zh: "这台服务器没有这一场，也没有签过名", en: "This server has no such match, and has not signed it" },
  nobody_asked: { part: "known", state: "open", zh: "没有问过服务器", en: "No server was asked" },
  signed_by_key: { part: "known", state: "holds", zh: "由给出的公钥签名：是在那台服务器上打的", en: "Signed with the key that was given: it was played on that server" },
  not_signed_by_key: { part: "known", state: "fails", zh: "不是由给出的公钥签名的", en: "Not signed with the key that was given" },
  signature_good: { part: "signature", state: "holds", zh: "签名有效", en: "The signature is valid" },
  signature_bad: { part: "signature", state: "fails", zh: "签名与这份记录不符", en: "The signature does not fit to this record" },
  signature_strange: { part: "signature", state: "aside", zh: "有签名，但这里不认识它的公钥", en: "Signed, but with a key that is not known here" },
  signature_open: { part: "signature", state: "aside", zh: "签名没有核对", en: "The signature was not checked" },
  not_signed: { part: "signature", state: "aside", zh: "没有签名", en: "Not signed" },
  promise_same: { part: "promise", state: "holds", zh: "与开赛前显示给你的相同", en: "The same as you were shown before the match" },
  promise_other: { part: "promise", state: "fails", zh: "与开赛前显示给你的不同", en: "Not what you were shown before the match" },
  promise_unknown: { part: "promise", state: "aside", zh: "这台设备没有记住这一场", en: "Not remembered on this device" },
  names_not_covered: { part: "names", state: "aside", zh: "不在核对之列：谁坐哪个座位，记录里没有", en: "Not covered: who sat where is not in the record" },
} as const;
