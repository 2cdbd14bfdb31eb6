import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createInProcessBus } from '../adapters/cache/event-bus.ts'
import { lockDataFolder } from '../adapters/database/data-folder-lock.ts'
import { type Database, openDatabase } from '../adapters/database/database.ts'
import { ensureEmbeddedFolder } from '../adapters/database/embedded/embedded-folder.ts'
import { migrate } from '../adapters/database/migrate.ts'
import { DAY } from '../kernel/durations.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { shouldKeepDatabase, type TestDatabase } from './keep-database.ts'
import { createManualClock } from './manual-clock.ts'
import { hashOfMigrations, MIGRATIONS } from './migrations-hash.ts'

// Next to the installed packages: it is deleted with them, and checkouts do not interfere.
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/heddle-test-databases', import.meta.url))
const LONGEST_BUILD_MS = 120_000
const PGLITE = folderOf('@electric-sql/pglite')
const QUEUE = folderOf('pg-boss')
// PostgreSQL's own templates for new databases, two thirds of the files: a copy creates no further database.
const UNUSED_DATABASES = ['1', '4']
// One build per process: waiting for the lock would block the thread that builds.
const templates = new Map<string, Promise<string>>()

/** Opens a copy of the template as the product would. */
export async function createEmbeddedTestDatabase(migrations: string): Promise<TestDatabase> {
  const dataDir = await copyEmbeddedTemplate(migrations)
  const database = await openDatabase({ dataDir })
  return {
    ...database,
    drop: async () => {
      await database.close()
      if (!shouldKeepDatabase(`DATA_DIR=${dataDir}`)) rmSync(dataDir, { recursive: true })
    },
  }
}

/** A new data folder with a migrated database. */
export async function copyEmbeddedTemplate(migrations: string): Promise<string> {
  return copyOf(await ensureMigrated(migrations))
}

/** A new data folder with a migrated database, and the job queue as the server leaves it. */
export async function copyStartedTemplate(): Promise<string> {
  const template = await ensureTemplate(`started-${versionsOf(MIGRATIONS)}`, async (dataDir) => {
    const migrated = await ensureMigrated(MIGRATIONS)
    cpSync(join(migrated, 'database'), join(dataDir, 'database'), { recursive: true })
    const { startOnce } = await import('./first-start.ts')
    await startOnce({ DATA_DIR: dataDir }, { dataDir })
    for (const name of readdirSync(dataDir)) if (name !== 'database') rmSync(join(dataDir, name), { recursive: true })
  })
  return copyOf(template)
}

function copyOf(template: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  cpSync(join(template, 'database'), join(dataDir, 'database'), { recursive: true })
  return dataDir
}

function ensureMigrated(migrations: string): Promise<string> {
  return ensureTemplate(`migrated-${versionsOf(migrations)}`, async (dataDir) => {
    const blank = await ensureBlank()
    removeOldTemplates()
    cpSync(join(blank, 'database'), join(dataDir, 'database'), { recursive: true })
    const database = await openDatabase({ dataDir })
    await migrate(database, migrations)
    if (migrations === MIGRATIONS) await installQueue(database)
    await database.close()
    for (const unused of UNUSED_DATABASES) rmSync(join(dataDir, 'database', 'base', unused), { recursive: true })
  })
}

const versionsOf = (migrations: string): string => `${hashOfMigrations(migrations)}-${versionOf(QUEUE)}`

/** The queue creates its tables at its first start, which takes as long as the rest of a start. */
async function installQueue(database: Database): Promise<void> {
  const logger = pino({ level: 'silent' })
  const jobs = createJobs({
    database,
    bus: createInProcessBus(logger),
    clock: createManualClock(),
    logger,
    works: false,
  })
  await jobs.prepare()
  await jobs.stop({ graceMs: 0 })
}

/** An empty database takes seconds to create and does not depend on the migrations. */
function ensureBlank(): Promise<string> {
  return ensureTemplate(`blank-${versionOf(PGLITE)}`, (dataDir) =>
    ensureEmbeddedFolder(join(dataDir, 'database'), () => undefined),
  )
}

function ensureTemplate(name: string, build: (dataDir: string) => Promise<void>): Promise<string> {
  const known = templates.get(name) ?? buildTemplate(name, build)
  templates.set(name, known)
  return known
}

/**
 * Test files run in several processes: one builds, the others wait for its lock, which is freed even when the builder
 * is killed.
 */
async function buildTemplate(name: string, build: (dataDir: string) => Promise<void>): Promise<string> {
  const template = join(CACHE, name)
  if (existsSync(template)) return template
  const lock = lockDataFolder(join(CACHE, 'locks', name), { waitMs: LONGEST_BUILD_MS })
  try {
    if (existsSync(template)) return template
    const unfinished = `${template}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    await build(unfinished)
    renameSync(unfinished, template)
    return template
  } finally {
    lock.release()
  }
}

/** Every change to the migrations leaves a template of 40 MB. */
function removeOldTemplates(): void {
  for (const name of readdirSync(CACHE).filter((entry) => /^(?:migrated|started)-/.test(entry))) {
    const path = join(CACHE, name)
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true })
  }
}

function folderOf(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name))
  return dirname(dirname(entry))
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}
