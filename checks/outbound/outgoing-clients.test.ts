import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { CONNECTING, OUTGOING_CLIENTS, QUIET, waysOut } from './outgoing-clients.ts'

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url))
const FILES = globSync('src/**/*.ts', { cwd: SERVER })
  .filter((file) => !/[.]test[.]ts$|\/testing\//.test(file))
  .map((file) => ({ file: file.replace(/^src\//, ''), text: readFileSync(`${SERVER}${file}`, 'utf8') }))

it('every file that can open a connection is listed with how its address is checked', () => {
  const found = FILES.filter(({ text }) => waysOut(text).length > 0).map(({ file }) => file)

  expect(found.toSorted()).toEqual(Object.keys(OUTGOING_CLIENTS).toSorted())
})

it('whatever connects to an address that people type goes through the gate', () => {
  const around = FILES.filter(
    ({ file, text }) => OUTGOING_CLIENTS[file]?.via === 'gate' && !/\b(checkedConnector|openClient)\(/.test(text),
  )

  expect(around.map(({ file }) => file)).toEqual([])
})

it('every package of the server is known to open connections, or not to', () => {
  const { dependencies } = JSON.parse(readFileSync(`${SERVER}package.json`, 'utf8')) as {
    dependencies: Record<string, string>
  }
  const ours = Object.keys(dependencies).filter((name) => !name.startsWith('@heddle/'))
  const known = [...QUIET, ...Object.keys(CONNECTING).filter((name) => !name.startsWith('node:'))]

  expect(ours.toSorted()).toEqual(known.toSorted())
})

it.each([
  ["import { Pool } from 'undici'", ['undici']],
  ["import { type Dispatcher, Agent } from 'undici'", ['undici']],
  ["import {\n  isIP,\n  connect,\n} from 'node:net'", ['node:net']],
  ["import * as http from 'http'", ['http']],
  ["import https from 'node:https'", ['node:https']],
  ["import { S3Client } from '@aws-sdk/client-s3'", ['@aws-sdk/client-s3']],
  ["const { request } = await import('node:https')", ['node:https']],
  ["await fetch('https://x')", ['fetch(']],
  ["new WebSocket('wss://x')", ['new WebSocket(']],
  ["import { openClient } from '../outbound/open-client.ts'", ['../outbound/open-client.ts']],
  ["import type { OpenClient } from '../outbound/open-client.ts'", []],
  ["import type { Pool } from 'undici'", []],
  ["import { type Dispatcher } from 'undici'", []],
  ["import { isIP, type LookupFunction } from 'node:net'", []],
  ['readonly fetch: typeof globalThis.fetch', []],
  ['const found = await boss.fetch(name)', []],
  ['async function fetch(input: string) {}', []],
])('%j opens %j', (text, ways) => expect(waysOut(text)).toEqual(ways))
