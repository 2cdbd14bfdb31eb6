import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { unknownVariables } from './known-variables.ts'

const FOLDER = new URL('../../deploy/', import.meta.url).pathname
// Debian's package; it needs no engine to judge a file.
const COMPOSE = '/usr/bin/docker-compose'
if (!existsSync(COMPOSE))
  console.warn('SKIPPED: docker-compose judges deploy/compose.yaml (Debian: apt install docker-compose)')

const read = (file: string): string => readFileSync(`${FOLDER}${file}`, 'utf8')
const { services, secrets } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, any>
  secrets: Record<string, any>
}
const own = Object.entries(services).filter(([, { image }]) => image.includes('heddle'))

describe('the compose file', () => {
  it('has two processes of each role', () => {
    expect(own.map(([name, { environment }]) => [name, environment.ROLE])).toEqual([
      ['api-1', 'api'],
      ['api-2', 'api'],
      ['worker-1', 'worker'],
      ['worker-2', 'worker'],
    ])
  })

  it.each(own)('asks %s whether it is ready, bounds its memory and lets it stop', (_name, service) => {
    expect(service.healthcheck.test.join(' ')).toMatch(/^CMD node -e .*:9100\/ready/)
    expect(service.mem_limit).toMatch(/\dg\}$/)
    expect(Number.parseInt(service.stop_grace_period)).toBeGreaterThan(10)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  })

  it.each(own)(
    'sets variables of %s that Heddle reads, and mounts the secrets they name',
    (_name, { environment, ...service }) => {
      const files = Object.values<string>(environment).filter((value) => value.startsWith('/run/secrets/'))

      expect(unknownVariables(Object.keys(environment))).toEqual([])
      expect(files.map((file) => file.replace('/run/secrets/', '')).toSorted()).toEqual(service.secrets.toSorted())
      expect(service.secrets.filter((name: string) => !(name in secrets))).toEqual([])
    },
  )

  it('lets nginx reach every api process', () => {
    const addresses = own.flatMap(([, { networks }]) => networks.edge?.ipv4_address ?? [])
    const script = services['nginx'].command
      .at(-1)
      .split('>')[0]
      .replaceAll('/etc/nginx/heddle.conf', `${FOLDER}nginx.conf`)
    const rendered = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })

    expect(addresses).toHaveLength(2)
    expect([...rendered.matchAll(/ server (\S+):8000 max_fails=0;/g)].map(([, address]) => address)).toEqual(addresses)
    expect(rendered).toContain('\nuser nginx;\n')
  })

  it.skipIf(!existsSync(COMPOSE))('is valid', { timeout: 60_000 }, () => {
    const env = { PATH: process.env['PATH'], PUBLIC_URL: 'https://heddle.example.com' }

    expect(() =>
      execFileSync(COMPOSE, ['-f', `${FOLDER}compose.yaml`, 'config', '-q'], { env, stdio: 'pipe' }),
    ).not.toThrow()
  })
})
