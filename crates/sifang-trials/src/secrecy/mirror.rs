//! A room led again through its log, in this process: the same inputs at the same moments, and every text that it says to
//! whoever looks at it.

use anyhow::{Context, Result, ensure};
use serde::Deserialize as _;
use serde_json::Value;
use sifang_client::Table;
use sifang_fair::read_hex;
use sifang_proto::{ClientMessage, Millis, Player, PlayerId};
use sifang_room::{BotAnswer, ConnectionId, Effect, Input, RoomCore};
use sifang_table::Action;
use std::collections::BTreeMap;

/// A line of a room's log as an input.
pub(super) struct LogEntry {
    /// When it was.
    pub(super) at: Millis,
    deed: Value,
    chance: [u8; 48],
}

impl LogEntry {
    pub(super) fn read(bytes: &[u8]) -> Result<LogEntry> {
        let deed: Value = serde_json::from_slice(bytes)?;
        let at = deed["at"].as_u64().context("a moment")?;
        let chance = deed["chance"].as_str().map_or(Ok([0; 48]), read_hex)?;
        Ok(LogEntry { at, deed, chance })
    }

    /// Whether a spectator has gone.
    pub(super) fn is_gone(&self) -> bool {
        self.deed.get("gone").is_some()
    }

    /// Who answers with which action, where the line is an answer.
    pub(super) fn answer(&self) -> Option<(PlayerId, Action)> {
        let say = self.deed.get("say")?;
        let by = say["by"].as_str()?.parse().ok()?;
        let action = Action::parse(say["message"]["action"].as_str()?).ok()?;
        (say["message"]["type"] == "act").then_some((by, action))
    }
}

/// A room with a connection for each of those who look at it.
pub(super) struct Mirror {
    core: RoomCore,
    now: Millis,
    viewers: Vec<Player>,
    /// Numbers of messages.
    next: u32,
    /// What each viewer was sent, with the moment.
    pub(super) sent: BTreeMap<PlayerId, Vec<(Millis, String)>>,
    tables: BTreeMap<PlayerId, Table>,
    /// Bots that were asked something.
    pub(super) bots_asked: u64,
}

impl Mirror {
    /// The room that these lines have led to; nobody is connected. Connections will have the order of `viewers`.
    pub(super) fn new<'a>(
        lines: impl IntoIterator<Item = &'a [u8]>,
        run: u32,
        now: Millis,
        viewers: &[Player],
    ) -> Result<Mirror> {
        let core = RoomCore::replay(lines, run)?;
        let (sent, tables) = (BTreeMap::new(), BTreeMap::new());
        Ok(Mirror { core, now, viewers: viewers.to_vec(), next: 1, sent, tables, bots_asked: 0 })
    }

    /// Exchanges everything that is hidden from a viewer.
    pub(super) fn reimagine(&mut self, seat: Option<usize>, below: &mut dyn FnMut(u32) -> u32) {
        self.core.reimagine(seat.map(sifang_tiles::Seat::new), below);
    }

    fn connection(&self, player: PlayerId) -> Result<ConnectionId> {
        let place = self.viewers.iter().position(|viewer| viewer.id == player).context("a stranger")?;
        Ok(ConnectionId(place as u64 + 1))
    }

    /// A viewer comes in.
    pub(super) fn enter(&mut self, player: &Player) -> Result<Option<Vec<u8>>> {
        let connection = self.connection(player.id)?;
        let (player, id) = (player.clone(), self.number());
        self.input(Input::Enter { connection, player, id, by_link: true, since: None }, &mut || [0; 48])
    }

    /// Does what a line of the log says; the line that comes of it.
    pub(super) fn follow(&mut self, line: &LogEntry) -> Result<Option<Vec<u8>>> {
        self.now = line.at;
        let deed = &line.deed;
        if let Some(answers) = deed.get("bots") {
            return self.answer(&Vec::deserialize(answers)?);
        }
        let input = if let Some(player) = deed.get("enter") {
            let player = Player::deserialize(player)?;
            let connection = self.connection(player.id)?;
            Input::Enter { connection, player, id: self.number(), by_link: true, since: None }
        } else if let Some(say) = deed.get("say") {
            let connection = self.connection(PlayerId::deserialize(&say["by"])?)?;
            let message = ClientMessage::deserialize(&say["message"])?;
            Input::Message { connection, id: self.number(), message }
        } else if let Some(player) = deed.get("gone") {
            Input::Disconnect { connection: self.connection(PlayerId::deserialize(player)?)? }
        } else if let Some(answer) = deed.get("bot") {
            Input::Bot(BotAnswer::deserialize(answer)?)
        } else {
            ensure!(deed.get("tick").is_some(), "a deed that no player does: {deed}");
            Input::Tick
        };
        self.input(input, &mut || line.chance)
    }

    /// Bots' answers that were kept until their window could close: the last of them closes it, or the moment does.
    fn answer(&mut self, answers: &[BotAnswer]) -> Result<Option<Vec<u8>>> {
        let mut line = None;
        for answer in answers {
            line = self.input(Input::Bot(*answer), &mut || [0; 48])?;
        }
        if line.is_some() { Ok(line) } else { self.input(Input::Tick, &mut || [0; 48]) }
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn input(&mut self, input: Input, chance: &mut dyn FnMut() -> [u8; 48]) -> Result<Option<Vec<u8>>> {
        let output = self.core.handle(input, self.now, chance);
        for effect in output.effects {
            self.bots_asked += u64::from(matches!(effect, Effect::Ask(_)));
            let Effect::Send { to, text } = effect else { continue };
            let player = self.viewers.get(to.0 as usize - 1).context("a viewer")?.id;
            let table = self.tables.entry(player).or_default();
            table.take(&serde_json::from_str(&text)?).map_err(anyhow::Error::msg)?;
            self.sent.entry(player).or_default().push((self.now, text.to_string()));
        }
        Ok(output.line.map(|line| line.into_bytes()))
    }

    /// The seat of a player at the table, as far as it was sent.
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<usize> {
        self.tables.get(&player)?.table["view"]["seat"].as_u64().map(|seat| seat as usize)
    }

    /// What a viewer has been sent so far.
    pub(super) fn sent(&self, player: PlayerId) -> &[(Millis, String)] {
        self.sent.get(&player).map_or(&[], Vec::as_slice)
    }

    /// Others than this player who are asked now, and the decision.
    pub(super) fn asked(&self, but: PlayerId) -> Vec<(PlayerId, u64)> {
        let others = self.tables.iter().filter(|(player, _)| **player != but);
        others.filter_map(|(player, table)| Some((*player, table.prompt()?.0))).collect()
    }

    /// Everybody who is asked lets it go; then time passes until this player is sent something. False: somebody must not pass.
    pub(super) fn let_go(&mut self, player: PlayerId) -> Result<bool> {
        let before = self.sent(player).len();
        for (other, decision) in self.asked(player) {
            self.now += 10;
            let decision = sifang_table::DecisionId(decision as u32);
            let message = ClientMessage::Act { decision, action: Action::Pass };
            let output = self.input(Input::Order { player: other, message }, &mut || [0; 48])?;
            if output.is_none() {
                return Ok(false);
            }
        }
        while self.sent(player).len() == before
            && let Some(moment) = self.core.wake()
        {
            self.now = self.now.max(moment);
            self.input(Input::Tick, &mut || [0; 48])?;
        }
        Ok(true)
    }
}
