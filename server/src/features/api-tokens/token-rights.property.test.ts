import { PERMISSIONS } from '@heddle/domain/access/permissions.ts'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { knock, type Operation, readOperations } from '../../testing/api-tokens/operations.ts'
import { newToken, TOKENS } from '../../testing/api-tokens/tokens.ts'

/** `TOKENS_SEED=7` repeats the sequence that a failure named; `TOKENS_ROUNDS` makes it longer. */
const SEEDS = process.env.TOKENS_SEED ? [Number(process.env.TOKENS_SEED)] : [2, 3]
const ROUNDS = Number(process.env.TOKENS_ROUNDS ?? 2)
const ROUTES_PER_PROBE = 10
const TOKENS_PER_PROBE = 4
const USERS = '/api/auth/management/'
const GROUPS = '/api/auth/groups/'

type Group = { readonly id: number; readonly isAdmin: boolean; permissions: readonly string[] }
type Issued = {
  readonly id: string
  readonly token: string
  readonly listed: readonly string[] | null
  expiresAtMs: number
}
type Owner = {
  readonly id: number
  access: string
  isActive: boolean
  isSuperuser: boolean
  direct: Set<string>
  groups: Set<Group>
}
type World = {
  readonly owner: Owner
  readonly groups: readonly Group[]
  readonly issued: Issued[]
  readonly log: string[]
}

const clock = createManualClock(new Date())
let app: TestApp
let operations: readonly Operation[]
beforeAll(async () => {
  app = await startTestApp({ clock })
  operations = (await readOperations(app)).filter(({ access }) => access !== 'anyone')
})
afterAll(() => app.stop())

const shuffled = <Item>(items: readonly Item[], random: Random): Item[] =>
  items
    .map((item) => ({ item, order: random.below(1_000_000) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
const someOf = <Item>(items: readonly Item[], random: Random): Item[] => items.filter(() => random.chance(0.3))

async function groupsForTest(random: Random): Promise<Group[]> {
  const { results } = (await app.admin.get(`${GROUPS}?page_size=200`)).body
  const builtIn = results
    .filter((group: { role_template: string | null }) => group.role_template !== null)
    .map((group: any) => ({
      id: group.id,
      isAdmin: group.role_template === 'administrator',
      permissions: group.permissions,
    }))
  const made: Group[] = []
  for (let number = 0; number < 3; number++) {
    const { body } = await app.admin.post(GROUPS, { name: `group ${crypto.randomUUID()}` })
    const permissions = someOf(PERMISSIONS, random)
    await app.admin.patch(`${GROUPS}${body.id}/`, { permissions })
    made.push({ id: body.id, isAdmin: false, permissions })
  }
  return [...builtIn, ...made]
}

const isAdmin = ({ isSuperuser, groups }: Owner): boolean => isSuperuser || [...groups].some((group) => group.isAdmin)
const holds = (owner: Owner, permission: string): boolean =>
  owner.isSuperuser ||
  // Provisioning counts for administrators only, whatever grants it.
  ((permission !== 'users.scim' || isAdmin(owner)) &&
    (owner.direct.has(permission) || [...owner.groups].some(({ permissions }) => permissions.includes(permission))))

/** What the specification says about this request, from what the test knows about owner and token. */
function expected(
  { owner }: World,
  { listed, expiresAtMs }: Issued,
  { access, refusesTokens, needsListedToken }: Operation,
): number | 'open' {
  if (!owner.isActive || expiresAtMs <= clock.now().getTime()) return 401
  if (refusesTokens || (needsListedToken && listed === null)) return 403
  if (access === 'any signed-in user') return 'open'
  if (access === 'administrators') return listed === null && isAdmin(owner) ? 'open' : 403
  return access.split(' and ').every((one) => holds(owner, one) && (listed === null || listed.includes(one)))
    ? 'open'
    : 403
}

type Step = (world: World, random: Random) => Promise<string | undefined>

const createToken: Step = async ({ owner, issued }, random) => {
  if (!owner.isActive) return undefined
  const listed = random.chance(0.3)
    ? null
    : someOf(
        PERMISSIONS.filter((one) => holds(owner, one)),
        random,
      )
  const lifetimeMs = random.chance(0.3) ? 2 * SECOND : Infinity
  const expiresAtMs = clock.now().getTime() + lifetimeMs
  const expires_at = lifetimeMs === Infinity ? null : new Date(expiresAtMs).toISOString()
  const { id, token } = await newToken(app, app.as(owner.access), { permissions: listed, expires_at })
  issued.push({ id, token, listed, expiresAtMs })
  return `token ${issued.length - 1}: ${listed === null ? 'all' : listed.join(' ')}, ${lifetimeMs} ms`
}

const deleteToken: Step = async ({ issued }, random) => {
  const live = issued.filter(({ expiresAtMs }) => expiresAtMs > clock.now().getTime())
  if (live.length === 0) return undefined
  const one = random.pick(live)
  await app.admin.delete(`${TOKENS}${one.id}/`)
  one.expiresAtMs = 0
  return `token ${issued.indexOf(one)} is deleted`
}

const moveOwner: Step = async ({ owner, groups }, random) => {
  const group = random.pick(groups)
  const leaves = owner.groups.has(group)
  await app.admin.post(`${GROUPS}${group.id}/${leaves ? 'remove' : 'add'}_members/`, { user_ids: [owner.id] })
  if (leaves) owner.groups.delete(group)
  else owner.groups.add(group)
  return `the owner ${leaves ? 'leaves' : 'joins'} group ${group.id}`
}

const changeGroup: Step = async ({ groups }, random) => {
  const group = random.pick(groups)
  const permissions = someOf(PERMISSIONS, random)
  await app.admin.patch(`${GROUPS}${group.id}/`, { permissions })
  group.permissions = permissions
  return `group ${group.id} now holds ${permissions.join(' ')}`
}

const changeGrants: Step = async ({ owner }, random) => {
  const permissions = [random.pick(PERMISSIONS), random.pick(PERMISSIONS)]
  const adds = random.chance(0.5)
  await app.admin.post(`${USERS}${owner.id}/${adds ? 'add' : 'remove'}_permissions/`, { permissions })
  for (const permission of permissions) {
    if (adds) owner.direct.add(permission)
    else owner.direct.delete(permission)
  }
  return `${permissions.join(' ')} ${adds ? 'granted' : 'revoked'}`
}

const promote: Step = async ({ owner }) => {
  owner.isSuperuser = !owner.isSuperuser
  await app.admin.patch(`${USERS}${owner.id}/`, { is_superuser: owner.isSuperuser })
  return `superuser: ${owner.isSuperuser}`
}

const deactivate: Step = async ({ owner }) => {
  const { username } = (await app.admin.post(`${USERS}${owner.id}/${owner.isActive ? 'deactivate' : 'activate'}/`)).body
  owner.isActive = !owner.isActive
  if (owner.isActive) owner.access = (await app.signIn(username, ADMIN.password)).access
  return `active: ${owner.isActive}`
}

const wait: Step = async () => {
  await clock.advance(SECOND)
  return 'a second passes'
}

/** Each happens once per round, in random order. */
const STEPS_OF_WORLD: readonly Step[] = [
  ...[createToken, createToken, createToken, moveOwner, moveOwner, moveOwner, changeGroup, changeGrants],
  ...[promote, deactivate, deleteToken, wait],
]

/** Half of the time a route of which a token lists the permission, although its owner has lost it since. */
function pickOperation({ owner, issued }: World, random: Random): Operation {
  const lost = operations.filter(
    ({ access }) => !holds(owner, access) && issued.some(({ listed }) => listed?.includes(access)),
  )
  return random.pick(lost.length > 0 && random.chance(0.5) ? lost : operations)
}

/** Calls some routes with some tokens, and with the session of their owner. */
async function probe(world: World, random: Random): Promise<string[]> {
  const { owner, issued } = world
  const mistakes: string[] = []
  const tokens =
    issued.length <= TOKENS_PER_PROBE ? issued : Array.from({ length: TOKENS_PER_PROBE }, () => random.pick(issued))
  for (let count = 0; count < ROUTES_PER_PROBE; count++) {
    const operation = pickOperation(world, random)
    const byOwner = owner.isActive ? await knock(app, operation, owner.access) : 401
    for (const one of new Set(tokens)) {
      const status = await knock(app, operation, one.token)
      const wanted = expected(world, one, operation)
      const isRefused = status === 401 || status === 403
      const isRight = wanted === 'open' ? !isRefused : status === wanted
      const who = `${operation.name} (${operation.access}) with token ${issued.indexOf(one)}`
      if (!isRight) mistakes.push(`${who} was ${status} instead of ${wanted}`)
      // Sessions do not provision, not even those of whom may create a token for it.
      if (!isRefused && !operation.needsListedToken && (byOwner === 401 || byOwner === 403))
        mistakes.push(`${who} was ${status}, for its owner ${byOwner}`)
    }
  }
  return mistakes
}

it.each(SEEDS)(
  'no token ever does what its owner may not, or what it does not list (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = seededRandom(seed)
    const user = await app.userOf(undefined)
    const owner = {
      id: user.id,
      access: user.access,
      isActive: true,
      isSuperuser: false,
      direct: new Set<string>(),
      groups: new Set<Group>(),
    }
    const world: World = { owner, groups: await groupsForTest(random), issued: [], log: [] }
    let mistakes: string[] = []

    await createToken(world, random)
    for (const step of Array.from({ length: ROUNDS }, () => shuffled(STEPS_OF_WORLD, random)).flat()) {
      if (mistakes.length > 0) break
      const what = await step(world, random)
      if (what === undefined) continue
      world.log.push(what)
      mistakes = await probe(world, random)
    }

    expect(mistakes, `TOKENS_SEED=${seed}\n${world.log.join('\n')}`).toEqual([])
    expect(world.issued.length).toBeGreaterThan(1)
  },
)
