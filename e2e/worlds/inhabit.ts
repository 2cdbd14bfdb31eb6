import { mailServer } from './life/outside-world.ts'
import { type Inhabited, settleIn } from './life/settle-in.ts'
import { Faults } from './world/faults.ts'
import { openWorlds, type Worlds } from './world/open-worlds.ts'

/** Worlds that begin with people and what they have. */
export async function inhabitWorlds(): Promise<{ readonly worlds: Worlds; readonly inhabited: Inhabited }> {
  const worlds = await openWorlds()
  let faults!: Faults
  const open = worlds.open(
    0,
    (world) => (faults = new Faults(world, new Set())),
    (world) => mailServer(world, faults).mailer,
  )
  const process = open.startProcess('founder')
  let inhabited: Inhabited | undefined
  let failure: unknown
  const founding = async (): Promise<void> => {
    await process.start()
    inhabited = await settleIn(process)
    await process.stop()
  }
  founding().catch((error: unknown) => (failure = error))
  await open.world.run(60_000, () => (inhabited !== undefined && process.isDead()) || failure !== undefined)
  if (!inhabited) throw new Error(`nobody could settle in\n${open.world.lastEvents()}`, { cause: failure })
  // Two slots of each task come while there is trouble.
  await open.sql(`update scheduled_tasks set anchor_at = anchor_at - interval '45 seconds',
    next_run_at = next_run_at - interval '45 seconds'`)
  // Libraries that the database loads later would be unknown to it after it was restored.
  await open.sql(`do $$ begin perform similarity('a', 'b'); end $$`)
  worlds.keep()
  return { worlds, inhabited }
}
