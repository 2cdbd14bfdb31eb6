import { expect, it } from 'vitest'
import { seededRandom } from '@heddle/domain/testing/random.ts'
import { fuzzParser } from './fuzz-parsers.ts'
import { PARSERS } from './parsers.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 1)

it.each(PARSERS)('whatever it reads, it answers: $name', (parser) => {
  expect(fuzzParser(parser, 200, seededRandom(SEED))).toEqual([])
})
