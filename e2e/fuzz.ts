/** `npm run fuzz` sends nonsense to every route; with `--players`, users send what they may, in every size. */
await (process.argv.includes('--players') ? import('./players/main.ts') : import('@heddle/server/testing/fuzz/main.ts'))
