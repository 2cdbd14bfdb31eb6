import { gzipSync } from 'node:zlib'
import type { Random } from '@heddle/domain/testing/random.ts'
import { EDITORS, longText, type MoveMaker, OPERATORS, sizeAround, Upload } from './move.ts'

const MB = 1024 ** 2
/** What a pack may have, unpacked. */
const UNPACKED_BYTES = 20 * MB
const IMPORT_BYTES = 5 * MB

/** Texts of YAML that grow while they are read, or take long. */
const yaml = (random: Random): string =>
  random.pick([
    () => `a: &a [${'x,'.repeat(9)}x]\n${'bcdefgh'.replaceAll(/./g, (key) => grown(key))}version: 1\n`,
    () => `version: 1\nsaved_queries: ${'['.repeat(random.pick([10, 64, 10_000]))}\n`,
    () => `version: 1\ndescription: "${longText(random, sizeAround(random, IMPORT_BYTES)).replaceAll(/["\\]/g, '')}"\n`,
    () => `version: 1\n${Array.from({ length: 50_000 }, (_, at) => `k${at}: v`).join('\n')}\n`,
  ])()

/** Ten times the one before. */
const grown = (key: string): string => {
  const before = String.fromCharCode(key.charCodeAt(0) - 1)
  return `${key}: &${key} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]\n`
}

/** Files that people upload: made to be large once they are read. */
export const FILE_MOVES: readonly MoveMaker[] = [
  {
    roles: EDITORS,
    make: (random) => ({
      name: 'an import of YAML',
      method: 'POST',
      path: '/api/queries/import/?dry_run=true',
      body: new Upload('application/yaml', Buffer.from(yaml(random))),
    }),
  },
  {
    roles: OPERATORS,
    make: (random) => ({
      name: 'a pack that unpacks to much',
      method: 'POST',
      path: '/api/packs/',
      body: new Upload('application/gzip', gzipSync(Buffer.alloc(sizeAround(random, UNPACKED_BYTES)))),
    }),
  },
  {
    roles: OPERATORS,
    make: (random) => ({
      name: 'a pack that is no archive',
      method: 'POST',
      path: '/api/packs/',
      body: new Upload('application/zip', Buffer.from(longText(random, sizeAround(random, MB)))),
    }),
  },
]
