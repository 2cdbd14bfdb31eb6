import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** PostgreSQL and its `initdb`, compiled. Threads share the machine code. */
export type Programs = { readonly postgres: WebAssembly.Module; readonly initdb: WebAssembly.Module }

let compiled: Promise<Programs> | undefined

/** Compiled once, because it takes longer than anything else in opening a database. */
export function compilePrograms(): Promise<Programs> {
  return (compiled ??= compileBoth())
}

async function compileBoth(): Promise<Programs> {
  const [postgres, initdb] = await Promise.all([compile('pglite.wasm'), compile('initdb.wasm')])
  return { postgres, initdb }
}

async function compile(file: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(programFile(file)))
}

/** Where the package has it. */
export const programFile = (name: string): string =>
  createRequire(import.meta.url).resolve(`@electric-sql/pglite/${name}`)
