import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState, ForbiddenState } from '../../../components/states.tsx'
import { Filters } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { modelComparison, registryStatus } from '../api.ts'
import { ModelComparison } from '../components/comparison.tsx'
import { words } from '../words.ts'
import styles from './compare-page.module.css'

const route = getRouteApi('/inside/mim-registry/compare')

/** Two versions of the class model: what the second takes away, and who would notice. */
export function CompareModelsPage() {
  const { is_admin: isAdmin } = useProfile()
  const status = useQuery({ ...registryStatus(useHeddle()), enabled: isAdmin })
  return (
    <Page title={words.compareTitle} trail={<Link to="/mim-registry">{words.title}</Link>}>
      {isAdmin ? (
        <Read of={status} failure={words.failure} permission="administrators">
          {({ comparable }) => <Versions comparable={comparable} />}
        </Read>
      ) : (
        <ForbiddenState permission="administrators" />
      )}
    </Page>
  )
}

function Versions({ comparable }: { readonly comparable: readonly Wire.MimVersion[] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const active = comparable.find(({ is_active }) => is_active) ?? comparable[0]
  const other = comparable.find((version) => version !== active)
  const from = search.from ?? active?.controller_version
  const to = search.to ?? other?.controller_version
  const isWhole = search.from !== undefined && search.to !== undefined
  // A link shows the same two to everybody, whatever is installed by then.
  useEffect(() => {
    if (!isWhole && from !== undefined && to !== undefined) void navigate({ search: { from, to }, replace: true })
  }, [navigate, isWhole, from, to])
  if (from === undefined || to === undefined)
    return <EmptyState title={words.compareText}>{words.compareNothing}</EmptyState>
  return (
    <>
      <Pickers
        comparable={comparable}
        from={from}
        to={to}
        onChange={(pair) => void navigate({ search: pair, replace: true })}
      />
      {from === to ? (
        <p className={styles.quiet}>{words.same}</p>
      ) : (
        <Compared key={`${from} ${to}`} from={from} to={to} />
      )}
    </>
  )
}

type Pair = { readonly from: string; readonly to: string }
type PickersProps = Pair & {
  readonly comparable: readonly Wire.MimVersion[]
  readonly onChange: (pair: Pair) => void
}

function Pickers({ comparable, from, to, onChange }: PickersProps) {
  const choices = comparable.map(({ controller_version: value, is_active: isActive }) => ({
    value,
    ...(isActive && { note: words.current }),
  }))
  return (
    <Filters>
      <div className={styles.version}>
        <ChoiceField
          label={words.from}
          isCode
          choices={choices}
          value={from}
          onChange={(next) => onChange({ from: next, to })}
        />
      </div>
      <div className={styles.version}>
        <ChoiceField
          label={words.to}
          isCode
          choices={choices}
          value={to}
          onChange={(next) => onChange({ from, to: next })}
        />
      </div>
      <Button look="quiet" onClick={() => onChange({ from: to, to: from })}>
        {words.swap}
      </Button>
    </Filters>
  )
}

function Compared({ from, to }: { readonly from: string; readonly to: string }) {
  const found = useQuery(modelComparison(useHeddle(), from, to))
  return (
    <Read of={found} failure={words.compareFailure} permission="administrators">
      {(comparison) => <ModelComparison comparison={comparison} />}
    </Read>
  )
}
