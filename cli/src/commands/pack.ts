import type { Command } from 'commander'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { exitCodes, printTo } from '../command.ts'
import { harmless } from '../output/table.ts'
import { newPack } from '../packs/new-pack.ts'
import { readPackFolder } from '../packs/pack-folder.ts'
import type { TestedPack } from '../packs/test-pack.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { addInstalledPacks } from './installed-packs.ts'

/** Packs of checks: written and tested here, without a server, and used on one. */
export function addPacks(program: Command, terminal: Terminal): void {
  const pack = program.command('pack').description('packs of checks')
  pack
    .command('new')
    .argument('<folder>', 'an empty one, or one that does not exist')
    .description('begin a pack: a check with two examples')
    .action(async (folder: string) => {
      await begin(folder)
      await printTo(terminal, `${folder} is a pack. \`heddle pack test ${folder}\` runs its examples.\n`)
    })
  pack
    .command('test')
    .argument('[folder]', 'the current one if absent', '.')
    .description('run the examples of a pack, without a server; fail unless all of them hold')
    .action(async (folder: string, _options: unknown, command: Command) => {
      const files = await readPackFolder(folder)
      // The engine is large: commands that do not need it do not load it.
      const { testPack } = await import('../packs/test-pack.ts')
      const tested = testPack(files)
      const { json } = command.optsWithGlobals<{ json?: true }>()
      await printTo(terminal, json ? `${JSON.stringify(tested, null, 2)}\n` : describe(tested))
      exitCodes.set(terminal, tested.faults.length > 0 ? EXIT.found : EXIT.ok)
    })
  addInstalledPacks(pack, terminal)
}

async function begin(folder: string): Promise<void> {
  const name = basename(resolve(folder)).toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') // prettier-ignore
  for (const [path, text] of Object.entries(newPack(name || 'my-pack'))) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => {
      const { code, message } = error as NodeJS.ErrnoException
      throw new CommandError(code === 'EEXIST' ? `${file} exists already.` : `${file}: ${message}`)
    })
  }
}

function describe({ name, checks, examples, lacking, faults }: TestedPack): string {
  const lines = faults.map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`)
  if (lacking.length > 0) lines.push(`Fewer than two examples: ${lacking.join(', ')}`)
  if (name !== null) lines.push(`${name}: ${checks} checks, ${examples} examples, ${faults.length} do not hold`)
  return harmless(`${lines.join('\n')}\n`)
}
