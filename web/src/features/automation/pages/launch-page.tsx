import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { templateDetail } from '../api.ts'
import { LaunchActions } from '../launch/launch-actions.tsx'
import { useLaunchColumns } from '../launch/launch-columns.ts'
import { FIRST_ROWS, LaunchSheet } from '../launch/launch-sheet.tsx'
import { rowSource, sourceIn, type SourceSearch } from '../launch/row-source.ts'
import { emptySheet } from '../launch/sheet.ts'
import { SourceLaunch } from '../launch/source-launch.tsx'
import { useRowCheck } from '../launch/use-row-check.ts'
import { words } from '../launch-words.ts'

const route = getRouteApi('/inside/automation/templates/$id/launch')

/** Rows for a template: typed, pasted or read from a file, and checked while one types. */
export function LaunchPage() {
  const { id } = route.useParams()
  const found = useQuery(templateDetail(useHeddle(), id))
  const source = sourceIn(route.useSearch())
  if (found.data && source) return <LaunchFrom key={id} template={found.data} source={source} />
  if (found.data) return <Launch key={id} template={found.data} />
  return (
    <Page title={words.launch} trail={<Link to="/automation/templates">{words.templates}</Link>}>
      <Read of={found} failure={words.templateFailure} permission="automation.launch_template">
        {() => null}
      </Read>
    </Page>
  )
}

function Launch({ template }: { readonly template: Wire.AutomationTemplate }) {
  const columns = useLaunchColumns(template.schema)
  const names = template.schema.map(({ name }) => name)
  const [sheet, setSheet] = useState(() => emptySheet(names.length, FIRST_ROWS))
  const [comment, setComment] = useState('')
  const check = useRowCheck(template.id, sheet, names)
  return (
    <Page
      isFilled
      title={template.name}
      trail={<Link to="/automation/templates">{words.templates}</Link>}
      note={words.modes[template.execution_mode]}
      actions={
        <LaunchActions
          template={template}
          sheet={sheet}
          comment={comment}
          check={check}
          onLaunched={() => setSheet(emptySheet(names.length, FIRST_ROWS))}
        />
      }
    >
      <LaunchSheet
        columns={columns}
        sheet={sheet}
        check={check}
        comment={comment}
        onSheet={setSheet}
        onComment={setComment}
      />
    </Page>
  )
}

type FromProps = { readonly template: Wire.AutomationTemplate; readonly source: SourceSearch }

function LaunchFrom({ template, source }: FromProps) {
  const found = useQuery(rowSource(useHeddle(), source))
  return (
    <Page
      title={template.name}
      trail={<Link to="/automation/templates">{words.templates}</Link>}
      note={words.modes[template.execution_mode]}
      actions={
        <Link to="/automation/templates/$id/launch" params={{ id: template.id }} search={{}}>
          {words.typeInstead}
        </Link>
      }
    >
      <Read of={found} failure={words.sourceFailure} permission="automation.launch_template">
        {(read) => <SourceLaunch template={template} source={read} chosen={source.filter} />}
      </Read>
    </Page>
  )
}
