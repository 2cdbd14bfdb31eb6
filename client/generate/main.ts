import { mkdir, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { listRoutes } from '@heddle/server/compose/describe-access.ts'
import { methodsOf } from './methods.ts'
import { operationsOf } from './operations.ts'
import { typesOf } from './types.ts'

const OUT = new URL('../src/generated/', import.meta.url)
const HEAD = '// Generated from the routes and the contract by `npm run docs`.\n'

/** The generated modules by name, formatted as all code. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const { operations, text } = await typesOf(operationsOf(listRoutes()))
  const style = { ...(await resolveConfig(new URL('types.ts', OUT))), parser: 'typescript' }
  const files = { 'types.ts': text, 'operations.ts': methodsOf(operations) }
  return new Map(
    await Promise.all(
      Object.entries(files).map(async ([name, body]) => [name, await format(HEAD + body, style)] as const),
    ),
  )
}

export const generatedFile = (name: string): URL => new URL(name, OUT)

if (import.meta.main) {
  await mkdir(OUT, { recursive: true })
  for (const [name, text] of await generate()) await writeFile(generatedFile(name), text)
}
