import { expect, it } from 'vitest'
import { words } from './words.ts'

it('commands to paste survive any name', () => {
  expect(words.commandLine.commands('https://h.example', "o'neil & co")).toBe(
    "curl -fsSO https://h.example/cli/heddle.mjs\nnode heddle.mjs login https://h.example --username 'o'\\''neil & co'",
  )
  expect(words.commandLine.commands('https://h.example', 'ann')).toMatch(/--username ann$/)
})
