import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, PreparedStatements } from './prepared-statements.ts'

let pglite: PGlite
beforeAll(async () => {
  pglite = await PGlite.create('memory://')
})
afterAll(() => pglite.close())

const message = (type: string, body: string): Buffer => {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`, 'latin1')
  bytes.writeUInt32BE(bytes.length - 1, 1)
  return bytes
}
const simple = (text: string): Buffer => message('Q', `${text}\0`)
/** As the driver sends a statement with one parameter. */
const extended = (text: string, value: string): Buffer =>
  Buffer.concat([
    message('P', `\0${text}\0\0\0`),
    message('B', `\0\0\0\0\0\x01\0\0\0${String.fromCharCode(value.length)}${value}\0\0`),
    message('D', 'P\0'),
    message('E', '\0\0\0\0\0'),
    message('S', ''),
  ])
const PARSED = Buffer.from('1\0\0\0\x04', 'latin1')
const withoutParsed = (reply: Buffer): string =>
  reply.subarray(reply.subarray(0, 5).equals(PARSED) ? 5 : 0).toString('latin1')

it.each([
  ['rows of a simple statement', simple('select 1 as one')],
  ['several simple statements', simple('select 1 as one; select 2 as two')],
  ['a whole transaction', simple('begin; select 1 as one; commit')],
  ['rows of a statement with a parameter', extended('select $1::text || $1::text as twice', 'ab')],
  ['an error while it runs', extended('select 1 / ($1::int - 7)', '7')],
  ['an error before it runs', extended('select nothing from nowhere where $1', '7')],
  ['an error of a simple statement', simple('select nothing from nowhere')],
])('are answered like others: %s', async (_name, bytes) => {
  const prepared = new PreparedStatements()
  const plain = withoutParsed(await ask(pglite, bytes))

  for (let time = 0; time < 3; time += 1) {
    const wanted = prepared.prepare(bytes)
    expect(withoutParsed(wanted.done(await ask(pglite, wanted.bytes)))).toBe(plain)
  }
  await pglite.exec('deallocate all')
})

it('are parsed once, and again after they were forgotten', async () => {
  const prepared = new PreparedStatements()
  const bytes = extended('select $1::int + 1 as more', '7')
  const perform = async (): Promise<boolean> => {
    const wanted = prepared.prepare(bytes)
    wanted.done(await ask(pglite, wanted.bytes))
    return wanted.bytes[0] === 'P'.charCodeAt(0)
  }

  expect([await perform(), await perform()]).toEqual([true, false])

  prepared.restore()
  await pglite.exec('deallocate all')
  expect([await perform(), await perform()]).toEqual([true, false])

  const { known } = prepared
  prepared.restore()
  await pglite.exec('deallocate all')
  await prepared.learn(pglite, known)
  expect(await perform()).toBe(false)
})
