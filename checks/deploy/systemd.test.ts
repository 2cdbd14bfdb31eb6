import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unknownVariables } from './known-variables.ts'

const FOLDER = new URL('../../deploy/systemd/', import.meta.url).pathname
const ANALYZE = '/usr/bin/systemd-analyze'
if (!existsSync(ANALYZE)) console.warn('SKIPPED: systemd-analyze judges deploy/systemd (Debian: apt install systemd)')

/** Other programs are started, on a machine that may be busy. */
const PATIENCE = { timeout: 60_000 }

const names = globSync('*.service', { cwd: FOLDER })
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const valuesOf = (name: string, key: string): string[] =>
  [...read(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!)

describe.each(names)('the unit %s', (name) => {
  const environment = valuesOf(name, 'Environment').flatMap((line) =>
    line.split(' ').map((each) => each.split('=') as [string, string]),
  )

  it('sets only variables that Heddle reads, and loads the credentials they name', () => {
    const credentials = valuesOf(name, 'LoadCredential').map((value) => value.split(':')[0])

    expect(unknownVariables(environment.map(([variable]) => variable))).toEqual([])
    expect(environment.flatMap(([, value]) => /^%d\/(.*)$/.exec(value)?.[1] ?? [])).toEqual(credentials)
  })

  it('waits longer for the end than the program takes', () => {
    expect(Number(valuesOf(name, 'TimeoutStopSec')[0])).toBeGreaterThan(10)
  })

  it('is as closed as the others', () => {
    const hardening = (unit: string) =>
      read(unit).slice(read(unit).indexOf('NoNewPrivileges'), read(unit).indexOf('[Install]'))

    expect(hardening(name)).toBe(hardening(names[0]!))
  })

  it.skipIf(!existsSync(ANALYZE))('is accepted by systemd, with little exposure', PATIENCE, () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const unit = join(folder, name.replace('@', '@8001'))
    // Programs must exist on the machine that judges.
    writeFileSync(unit, read(name).replaceAll(/^(Exec\w+)=\S+/gm, `$1=${process.execPath}`))
    const analyze = (...words: string[]) => spawnSync(ANALYZE, [...words, unit], { encoding: 'utf8' })

    expect(analyze('verify', '--man=no')).toMatchObject({ status: 0, stderr: '' })
    expect(analyze('security', '--offline=true', '--threshold=20').status).toBe(0)
  })
})

describe('heddle-admin', () => {
  it('passes each credential of the service as a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-admin-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'secret_key'), 'x')
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho "$SECRET_KEY_FILE $@"\n', { mode: 0o755 })
    const env = { PATH: `${folder}:/usr/bin:/bin`, CREDENTIALS_DIRECTORY: folder }

    const { stdout } = spawnSync(join(FOLDER, 'heddle-admin'), ['--as-service', 'reset-password', 'a b'], {
      env,
      encoding: 'utf8',
    })

    expect(stdout).toBe(`${folder}/secret_key /opt/heddle/server/src/cli/admin.ts reset-password a b\n`)
  })
})
