import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { end, freePorts, killAtExit, listens } from './daemon.ts'
import { serverCertificate } from '@heddle/simulators/shared/certificates.ts'

const CONFIGURATION = join(import.meta.dirname, '../../../deploy/nginx.conf')
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
const TRIES = 5

/** The nginx on this machine; tests that need it are skipped if there is none. */
export const nginxPath: string | undefined = FOLDERS.map((folder) => join(folder, 'nginx')).find(existsSync)
if (nginxPath === undefined)
  console.warn('SKIPPED: tests of deploy/nginx.conf, there is no nginx on this machine (Debian: apt install nginx)')

/** nginx configured by `deploy/nginx.conf`, on free ports. */
export type Nginx = {
  readonly httpPort: number
  readonly httpsPort: number
  /** The CA that signed its certificate. */
  readonly ca: string
  readonly accessLog: () => string
  readonly errorLog: () => string
  readonly stop: () => Promise<void>
}

type Ports = { readonly http: number; readonly https: number }

/** Starts it in front of the given servers, without any privileges, in a folder that is removed with it. */
export async function startNginx(...upstreamUrls: readonly string[]): Promise<Nginx> {
  if (nginxPath === undefined) throw new Error('nginx is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'heddle-nginx-'))
  const certificate = serverCertificate('trusted')
  writeFileSync(join(folder, 'heddle.crt'), certificate.chain)
  writeFileSync(join(folder, 'heddle.key'), certificate.key, { mode: 0o600 })
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const { child, ports } = await spawnNginx(
      nginxPath,
      folder,
      upstreamUrls.map((url) => new URL(url).host),
    )
    return {
      httpPort: ports.http,
      httpsPort: ports.https,
      ca: certificate.ca,
      accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
      errorLog: () => readFileSync(join(folder, 'error.log'), 'utf8'),
      stop: async () => {
        await end(child)
        removeFolder()
      },
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** A free port may be taken a moment later; then another one is tried. */
async function spawnNginx(
  path: string,
  folder: string,
  upstreams: readonly string[],
): Promise<{ child: ChildProcess; ports: Ports }> {
  const file = join(folder, 'nginx.conf')
  for (let attempt = 1; ; attempt += 1) {
    const [http, https] = await freePorts()
    const ports = { http, https }
    writeFileSync(file, renderConfiguration(readFileSync(CONFIGURATION, 'utf8'), folder, upstreams, ports))
    // One process: nothing is left behind when it is killed, and it does not switch to another user.
    const child = spawn(path, ['-p', folder, '-e', 'stderr', '-c', file, '-g', 'daemon off; master_process off;'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    killAtExit(child)
    const complaints: string[] = []
    child.stderr.on('data', (data: Buffer) => complaints.push(data.toString()))
    if (await listens(child, ports.https)) return { child, ports }
    if (attempt === TRIES) throw new Error(`nginx did not start: ${complaints.join('')}`)
  }
}

/** Changes only what depends on the machine: addresses, files and folders. What is tested stays as shipped. */
function renderConfiguration(text: string, folder: string, upstreams: readonly string[], ports: Ports): string {
  const changes: [from: RegExp, to: string][] = [
    [/^user .*;$/gm, ''],
    [/^worker_rlimit_nofile .*;$/gm, ''],
    [/worker_connections \d+;/g, 'worker_connections 512;'],
    [/\/run\/nginx\.pid/g, join(folder, 'nginx.pid')],
    [/\/var\/log\/nginx\//g, `${folder}/`],
    [/\/etc\/nginx\/heddle\./g, `${folder}/heddle.`],
    [/^ +listen \[::\].*;$/gm, ''],
    [/listen 80 /g, `listen 127.0.0.1:${ports.http} `],
    [/listen 443 /g, `listen 127.0.0.1:${ports.https} `],
    [/server 127\.0\.0\.1:8000 (.*?);/g, upstreams.map((upstream) => `server ${upstream} $1;`).join(' ')],
    [/^http \{$/gm, `http {\n${temporaryPaths(folder)}`],
  ]
  return changes.reduce((rendered, [from, to]) => {
    if (rendered.search(from) < 0) throw new Error(`deploy/nginx.conf: expected ${from.source}`)
    return rendered.replace(from, to)
  }, text)
}

const temporaryPaths = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
