import { zstdCompressSync } from 'node:zlib'
import type { Row } from '@heddle/domain/values/row.ts'

const ROWS_A_CHUNK = 500
const EPGS_A_TENANT = 500

export type Chunk = { readonly rowCount: number; readonly body: Uint8Array }

/** The rows of a run: endpoint groups with 20 columns, ordered by DN; equal counts give equal rows. */
export function makeRows(count: number): Row[] {
  const random = generator(1)
  const pick = (...values: readonly string[]): string => values[Math.floor(random() * values.length)]!
  return Array.from({ length: count }, (_, index) => {
    const [tenant, group] = [Math.floor(index / EPGS_A_TENANT), index % EPGS_A_TENANT]
    return {
      dn: `uni/tn-tenant${String(tenant).padStart(4, '0')}/ap-app/epg-web${String(group).padStart(4, '0')}`,
      className: 'fvAEPg',
      name: `web${group}`,
      nameAlias: '',
      descr: pick('', 'production', 'to be removed', `see ticket ${Math.floor(random() * 100_000)}`),
      pcTag: String(16_384 + Math.floor(random() * 49_000)),
      scope: String(2_000_000 + Math.floor(random() * 1_000_000)),
      prefGrMemb: pick('exclude', 'include'),
      prio: pick('unspecified', 'level1', 'level2'),
      pcEnfPref: pick('enforced', 'unenforced'),
      floodOnEncap: 'disabled',
      isAttrBasedEPg: 'no',
      matchT: 'AtleastOne',
      configSt: 'applied',
      modTs: new Date(1_760_000_000_000 + Math.floor(random() * 30_000_000_000)).toISOString(),
      uid: '15374',
      userdom: ':all:',
      monPolDn: 'uni/tn-common/monepg-default',
      exceptionTag: '',
      triggerSt: 'triggerable',
    }
  })
}

/** Changes that many random rows and returns their indexes. */
export function changeRows(rows: Row[], changes: number, round: number): number[] {
  const random = generator(round + 1_000)
  return Array.from({ length: changes }, () => {
    const at = Math.floor(random() * rows.length)
    rows[at] = {
      ...rows[at]!,
      descr: `changed in round ${round}`,
      modTs: new Date(1_790_000_000_000 + round * 60_000).toISOString(),
    }
    return at
  })
}

/** The rows as runs store them; unchanged chunks are reused. */
export function createChunks(rows: readonly Row[]) {
  const chunks: Chunk[] = []
  const pack = (place: number): void => {
    const part = rows.slice(place * ROWS_A_CHUNK, (place + 1) * ROWS_A_CHUNK)
    chunks[place] = { rowCount: part.length, body: zstdCompressSync(part.map((row) => JSON.stringify(row)).join('\n')) }
  }
  for (let place = 0; place * ROWS_A_CHUNK < rows.length; place++) pack(place)
  return {
    repack: (changed: readonly number[]): void =>
      new Set(changed.map((at) => Math.floor(at / ROWS_A_CHUNK))).forEach(pack),
    async *stream(): AsyncGenerator<Chunk> {
      yield* chunks
    },
  }
}

/** Mulberry32: equal seeds give equal numbers. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
