import { expect, it } from 'vitest'
import { commitFaults } from './commit-faults.ts'

const REASON = 'Two rows with one key came back in any order.'
const SUBJECT = 'fix(snapshots): keep the order of rows when keys repeat'

it.each([
  ['a subject with type and area, and a sentence of reason', `${SUBJECT}\n\n${REASON}\n`, 20],
  ['no area', `docs: name the limits\n\n${REASON}`, 20],
  ['as much code as fits', `${SUBJECT}\n\n${REASON}`, 600],
  ['more code, with a reason', `${SUBJECT}\n\n${REASON}\n\nLarge because one name is in 200 files.`, 2_000],
  ['comments of git', `${SUBJECT}\n\n${REASON}\n# Please enter the commit message\n# ----- >8 -----\ndiff --git`, 20],
  ['a merge', "Merge branch 'main'", 5_000],
  ['a revert', 'Revert "feat(x): y"\n\nThis reverts commit 1234.', 5_000],
])('accepts a commit with %s', (_, message, codeLines) => {
  expect(commitFaults({ message, codeLines })).toEqual([])
})

it.each([
  ['without a type', `Keep the order of rows\n\n${REASON}`, 20, 'expected type(area): effect'],
  ['of an unknown type', `improve(x): order\n\n${REASON}`, 20, 'expected type(area): effect'],
  ['with a long subject', `fix(x): ${'y'.repeat(90)}\n\n${REASON}`, 20, '98 characters'],
  ['whose body follows at once', `${SUBJECT}\n${REASON}`, 20, 'Line 2'],
  ['without a body', SUBJECT, 20, 'lacks a sentence'],
  ['with a body of words only', `${SUBJECT}\n\nsee above`, 20, 'lacks a sentence'],
  ['with a body of comments only', `${SUBJECT}\n\n# Please enter the commit message.`, 20, 'lacks a sentence'],
  ['with too much code', `${SUBJECT}\n\n${REASON}`, 601, '601 lines of code'],
  ['that is large because of nothing', `${SUBJECT}\n\n${REASON}\n\nLarge because `, 601, '601 lines of code'],
])('rejects a commit %s', (_, message, codeLines, fault) => {
  expect(commitFaults({ message, codeLines })).toEqual([expect.stringContaining(fault)])
})

it('lists every fault at once', () => {
  expect(commitFaults({ message: 'wip', codeLines: 700 })).toHaveLength(3)
})
