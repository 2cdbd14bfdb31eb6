import { randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { parseClassDocument } from '@heddle/domain/mim/parse-class-document.ts'
import type { TestApp } from '../start-test-app.ts'
import { mimFeature } from '../../features/mim/index.ts'

/** Installs a class model built from these documents, as an import would. */
export async function installModel(
  { platform, features }: TestApp['app'],
  documents: Iterable<unknown>,
  controllerVersion = '611',
): Promise<void> {
  const { graphs } = features.of(mimFeature)
  const graphId = randomUUID()
  const records = [...documents].flatMap((document) => parseClassDocument(document) ?? [])
  const body = zstdCompressSync(records.map((record) => JSON.stringify(record)).join('\n'))
  await platform.database.transaction(async (tx) => {
    await graphs.create(tx, graphId)
    await graphs.addRecords(tx, graphId, body, records.length)
  })
  await graphs.compile(graphId, () => undefined, new AbortController().signal)
  const version = { controllerVersion, source: 'remote', importedById: null, importedByUsername: 'admin' } as const
  await platform.database.transaction((tx) => graphs.activate(tx, graphId, version))
}
