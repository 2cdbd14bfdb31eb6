import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, linkOptions } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { type StripField, stripFields } from '../../../canvas/variables/strip-fields.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { type FormFaults, formFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { SeveralField } from '../../../components/several-field.tsx'
import text from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { zoneWord } from '../../../lib/time/format-time.ts'
import { useWrite } from '../../../lib/use-write.ts'
import { connectionList } from '../../../resources/connections.ts'
import { folderChoices } from '../../../resources/folders.ts'
import { queryNames } from '../../../resources/queries.ts'
import { ChecksPage } from '../components/checks-page.tsx'
import { packDetail, packNames } from '../packs/api.ts'
import { recentChecks, rememberCheck } from './recent-checks.ts'
import styles from './runs.module.css'
import { kindOf, KINDS, type StartDraft, startBody } from './start-draft.ts'
import { words as runWords } from './words.ts'

const words = runWords.start
const route = getRouteApi('/inside/queries/checks')
const FIELDS = ['pack', 'groups', 'category', 'saved_queries', 'controller_connection', 'parameters', 'at']

/** Starts a check of a pack, a folder or some queries. */
export function StartPage() {
  const search = route.useSearch()
  return (
    <ChecksPage title={words.title}>
      <div className={styles.form}>
        {/* Another address is another check. */}
        <StartForm key={JSON.stringify(search)} search={search} />
        <RecentList />
      </div>
    </ChecksPage>
  )
}

function StartForm({ search }: { readonly search: Partial<Record<string, string>> }) {
  const heddle = useHeddle()
  const { id: userId, preferences } = useProfile()
  const maySeePacks = useMay('packs.view_pack')
  const maySeeCaptures = useMay('history.view_snapshot')
  const [draft, setDraft] = useState<StartDraft>(() => ({
    kind: kindOf(search),
    pack: search.pack ?? '',
    groups: [],
    category: search.category ?? '',
    queries: (search.saved_queries ?? '').split(',').filter((id) => id !== ''),
    connection: search.controller_connection ?? '',
    at: '',
    values: {},
  }))
  const { data: pack } = useQuery({
    ...packDetail(heddle, draft.pack),
    enabled: maySeePacks && draft.kind === 'pack' && draft.pack !== '',
  })
  const start = useWrite({
    mutationFn: () => heddle.queries.checks.create(startBody(draft, preferences.timezone)),
    onSuccess: async ({ id, total }) => {
      const name = draft.kind === 'pack' && pack ? pack.title : runWords.queryCount(total)
      rememberCheck(userId, { id, text: runWords.titleOf(name), at: new Date().toISOString() })
    },
    next: ({ id }) => linkOptions({ to: '/queries/checks/$id', params: { id } }),
  })
  const faults = formFaults(start.error, FIELDS)
  const change = (changed: Partial<StartDraft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <FormFrame error={start.error} faults={faults.general} onSubmit={() => start.mutate()}>
      <RadioGroup
        label={words.what}
        choices={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'pack' && <PackPart {...{ draft, pack, faults }} onChange={change} />}
      {draft.kind === 'category' && <FolderPart {...{ draft, faults }} onChange={change} />}
      {draft.kind === 'queries' && <QueriesPart {...{ draft, faults }} onChange={change} />}
      <ConnectionPart {...{ draft, faults }} onChange={change} />
      {draft.kind === 'pack' && pack && (
        <ValuesPart
          fields={stripFields(pack.parameters, [])}
          values={draft.values}
          faults={faults}
          onValues={(values) => change({ values })}
        />
      )}
      {maySeeCaptures && (
        <TextField
          label={words.at}
          type="datetime-local"
          hint={words.atHint(zoneWord(preferences))}
          value={draft.at}
          faults={faults.of('at')}
          onChange={(event) => change({ at: event.currentTarget.value })}
        />
      )}
      <div>
        <Button type="submit" look="primary" impossible={start.isPending ? words.starting : undefined}>
          {words.verb}
        </Button>
      </div>
    </FormFrame>
  )
}

type PartProps = {
  readonly draft: StartDraft
  readonly faults: FormFaults
  readonly onChange: (changed: Partial<StartDraft>) => void
}

function PackPart({ draft, pack, faults, onChange }: PartProps & { readonly pack: Wire.Pack | undefined }) {
  const id = useId()
  const { data: packs = [], isSuccess } = useQuery({ ...packNames(useHeddle()), enabled: useMay('packs.view_pack') })
  const groups = pack?.groups ?? []
  return (
    <>
      <ChoiceField
        label={words.pack}
        isRequired
        choices={packs.map(({ name, title }) => ({ value: name, label: title }))}
        value={draft.pack === '' ? undefined : draft.pack}
        faults={isSuccess && packs.length === 0 ? [words.noPacks] : faults.of('pack')}
        onChange={(next) => onChange({ pack: next, groups: [], values: {} })}
      />
      {groups.length > 1 && (
        <fieldset className={styles.group} aria-describedby={`${id}-hint`}>
          <legend>{words.groups}</legend>
          <div className={styles.ticks}>
            {groups.map(({ title }) => (
              <CheckField
                key={title}
                label={title}
                checked={draft.groups.includes(title)}
                onChange={(event) =>
                  onChange({
                    groups: event.currentTarget.checked
                      ? [...draft.groups, title]
                      : draft.groups.filter((one) => one !== title),
                  })
                }
              />
            ))}
          </div>
          <p id={`${id}-hint`} className={text.caption}>
            {faults.of('groups').join(' ') || words.groupsHint}
          </p>
        </fieldset>
      )}
    </>
  )
}

function FolderPart({ draft, faults, onChange }: PartProps) {
  const { data: folders = [] } = useQuery({ ...folderChoices(useHeddle()), enabled: useMay('queries.view_category') })
  return (
    <ChoiceField
      label={words.category}
      isRequired
      choices={folders}
      value={draft.category === '' ? undefined : draft.category}
      faults={faults.of('category')}
      onChange={(category) => onChange({ category })}
    />
  )
}

function QueriesPart({ draft: { queries }, faults, onChange }: PartProps) {
  const { data: names = [] } = useQuery({ ...queryNames(useHeddle()), enabled: useMay('queries.view_savedquery') })
  return (
    <SeveralField
      label={words.query}
      chosenLabel={words.queries}
      none={words.noQueries}
      removeLabel={words.without}
      choices={names.map(({ id, name }) => ({ value: id, label: name }))}
      values={queries}
      faults={faults.of('saved_queries')}
      onChange={(chosen) => onChange({ queries: chosen })}
    />
  )
}

const OWN = 'own'

function ConnectionPart({ draft: { kind, connection }, faults, onChange }: PartProps) {
  const mayView = useMay('controller.view_connection')
  const { data: known = [] } = useQuery({ ...connectionList(useHeddle()), enabled: mayView })
  const isPack = kind === 'pack'
  const usual = known.find(({ is_default: isDefault }) => isDefault)?.id
  useEffect(() => {
    if (isPack && connection === '' && usual !== undefined) onChange({ connection: usual })
    // oxlint-disable-next-line react/exhaustive-deps -- Once it is known; afterwards the choice is the user's.
  }, [isPack, usual])
  return (
    <ChoiceField
      label={words.connection}
      isRequired={isPack}
      choices={[
        ...(isPack ? [] : [{ value: OWN, label: words.own }]),
        ...known.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={connection === '' ? (isPack ? undefined : OWN) : connection}
      faults={faults.of('controller_connection')}
      onChange={(next) => onChange({ connection: next === OWN ? '' : next })}
    />
  )
}

type ValuesProps = {
  readonly fields: readonly StripField[]
  readonly values: StartDraft['values']
  readonly faults: FormFaults
  readonly onValues: (values: StartDraft['values']) => void
}

const ValuesPart = ({ fields, values, faults, onValues }: ValuesProps) =>
  fields.map(({ name, label, default: standard, isRequired }) => (
    <TextField
      key={name}
      label={label}
      isCode
      autoComplete="off"
      spellCheck={false}
      aria-required={isRequired}
      placeholder={standard ?? words.notSet}
      value={values[name] ?? ''}
      faults={faults.of('parameters').filter((message) => message.startsWith(`${name}: `))}
      onChange={(event) => onValues({ ...values, [name]: event.currentTarget.value })}
    />
  ))

function RecentList() {
  const { id } = useProfile()
  const recent = recentChecks(id)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent-checks">
      <h2 id="recent-checks">{words.recent}</h2>
      <ul className={styles.recent}>
        {recent.map((check) => (
          <li key={check.id}>
            <Link to="/queries/checks/$id" params={{ id: check.id }}>
              {check.text}
            </Link>
            <span className={styles.minor}>
              <TimeText at={check.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
