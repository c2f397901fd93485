// A whole bot for the arena, in JavaScript without any package (docs/arena.md):
//
//   sifang arena --rules wuxi --bots "node examples/bot.mjs",greedy,greedy,greedy --deals 40
import { createInterface } from "node:readline";

// Wins when it may, claims nothing, and throws the last tile that is offered.
function choose(view) {
  const choices = view.prompt.choices;
  const discard = choices.findLast((choice) => choice.startsWith("discard "));
  return choices.find((choice) => choice === "hu") ?? discard ?? choices[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "ask") {
    console.log(JSON.stringify({ decision: message.decision, action: choose(message.view) }));
  }
}
