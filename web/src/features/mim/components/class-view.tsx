import { HeddleError } from '@heddle/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useMay } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import { ClassHead } from './class-head.tsx'
import type { FindInTree } from './class-paths.tsx'
import { ClassLink } from './class-link.tsx'
import { ClassObjects } from './class-objects.tsx'
import { ClassQueries } from './class-queries.tsx'
import styles from './class-view.module.css'
import { DnPatterns } from './dn-patterns.tsx'
import { Notes } from './notes.tsx'
import { PropertyFilters, PropertyTable } from './properties.tsx'
import { Relations, RelationTools } from './relations.tsx'
import { ClassSection } from './section.tsx'

type Props = { readonly name: string; readonly found: UseQueryResult<Wire.MimClassDetail>; readonly onFind: FindInTree }

/** Everything that the model says of a class. */
export function ClassView({ name, found, onFind }: Props) {
  const { error } = found
  const mayRun = useMay('queries.execute_savedquery', 'controller.view_connection')
  const maySeeQueries = useMay('queries.view_savedquery')
  if (error instanceof HeddleError && error.status === 404) return <Unknown name={name} error={error} />
  return (
    <Read of={found} failure={words.failure(name)} permission="administrators">
      {(detail) => (
        <div className={styles.view}>
          <ClassHead found={detail} onFind={onFind} />
          <ClassSection
            name="properties"
            title={words.sections.properties}
            count={detail.properties.length}
            isOpenAtFirst
            aside={<PropertyFilters properties={detail.properties} />}
          >
            {() => <PropertyTable key={detail.name} name={detail.name} properties={detail.properties} />}
          </ClassSection>
          <ClassSection name="relations" title={words.sections.relations} isOpenAtFirst aside={<RelationTools />}>
            {() => <Relations name={detail.name} />}
          </ClassSection>
          <ClassSection name="patterns" title={words.sections.patterns} count={detail.dn_format_count}>
            {() => <DnPatterns found={detail} />}
          </ClassSection>
          {mayRun && (
            <ClassSection name="objects" title={words.sections.objects} isOpenAtFirst>
              {() => <ClassObjects key={detail.name} found={detail} />}
            </ClassSection>
          )}
          {maySeeQueries && (
            <ClassSection name="queries" title={words.sections.queries}>
              {() => <ClassQueries key={detail.name} name={detail.name} />}
            </ClassSection>
          )}
          <ClassSection name="notes" title={words.sections.notes}>
            {() => <Notes key={detail.name} name={detail.name} />}
          </ClassSection>
        </div>
      )}
    </Read>
  )
}

function Unknown({ name, error }: { readonly name: string; readonly error: HeddleError }) {
  const { suggestions } = (error.body ?? {}) as { readonly suggestions?: readonly string[] }
  return (
    <EmptyState
      title={words.unknownTitle(name)}
      action={
        suggestions &&
        suggestions.length > 0 && (
          <p className={styles.alike}>
            {words.didYouMean}{' '}
            {suggestions.map((one) => (
              <ClassLink key={one} name={one} />
            ))}
          </p>
        )
      }
    >
      {words.unknown}
    </EmptyState>
  )
}
