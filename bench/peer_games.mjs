// Random games of tic-tac-toe in boardgame.io, asked like peer_games.py. Run in the folder where it is installed.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(process.cwd() + "/");
const { Client } = require("boardgame.io/client");
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => { G.cells[cell] = playerID; },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((cell) => G.cells[cell] !== null && G.cells[cell] === G.cells[line[0]])))
      return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

function play() {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  let decisions = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const free = [...state.G.cells.keys()].filter((cell) => state.G.cells[cell] === null);
    client.moves.place(free[Math.floor(Math.random() * free.length)]);
    decisions += 1;
  }
  client.stop();
  return decisions;
}

const NAME = "boardgame.io tic_tac_toe";
play();
console.log(JSON.stringify({ there: [NAME], missing: {} }));
for await (const line of createInterface({ input: process.stdin })) {
  const [, , games] = JSON.parse(line);
  const start = process.cpuUsage();
  let decisions = 0;
  for (let number = 0; number < games; number += 1) decisions += play();
  const used = process.cpuUsage(start);
  console.log((used.user + used.system) / 1e6 / decisions);
}
