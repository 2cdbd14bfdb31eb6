import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Read } from '../../../components/read.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Filters, Growing, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { templateList, TEMPLATES_PER_PAGE } from '../api.ts'
import { AutomationPage } from '../components/automation-page.tsx'
import styles from '../components/automation.module.css'
import { sourceIn, type SourceSearch } from '../launch/row-source.ts'
import { words } from '../launch-words.ts'
import { TemplateActions } from '../templates/template-actions.tsx'
import {
  audienceOf,
  categoryOf,
  launchedBy,
  type TemplateNames,
  useTemplateNames,
} from '../templates/use-template-names.ts'
import { words as pageWords } from '../templates/words.ts'

const route = getRouteApi('/inside/automation/templates')
const ANY = 'any'
/** The rest says which rows wait for a template. */
const FILTERS = ['search', 'category']

type Search = Partial<Record<string, string>>

/** What can be launched. */
export function TemplatesPage() {
  const heddle = useHeddle()
  const search: Search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const names = useTemplateNames()
  const { categories } = names
  const mayAdd = useMay('automation.add_template')
  const found = useQuery(
    templateList(heddle, {
      page,
      ...(search.search !== undefined && { search: search.search }),
      ...(search.category !== undefined && { category: Number(search.category) }),
    }),
  )
  const change = (changed: Search) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  const source = sourceIn(search)
  const columns = columnsWith(names, source)
  return (
    <AutomationPage
      title={words.templates}
      note={found.data && words.count(found.data.count)}
      actions={
        mayAdd && (
          <Link to="/automation/templates/new" className={buttonClass('primary')}>
            {pageWords.create}
          </Link>
        )
      }
    >
      {source && <p className={styles.note}>{words.chooseTemplate}</p>}
      <Filters>
        <Growing>
          <SearchField
            label={words.search}
            value={search.search ?? ''}
            onSearch={(text) => change({ search: text === '' ? undefined : text })}
          />
        </Growing>
        {categories.length > 0 && (
          <div className={styles.filter}>
            <ChoiceField
              label={words.category}
              choices={[
                { value: ANY, label: words.anyCategory },
                ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={search.category ?? ANY}
              onChange={(value) => change({ category: value === ANY ? undefined : value })}
            />
          </div>
        )}
        <ListViews of="templates" search={search} names={FILTERS} onSearch={change} />
      </Filters>
      <Read
        of={found}
        failure={words.templatesFailure}
        permission="automation.view_template"
        skeleton={<LoadingTable columns={columns} />}
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <Nothing isFiltered={search.search !== undefined || search.category !== undefined} />
          ) : (
            <>
              <DataTable label={words.templates} columns={columns} rows={results} keyOf={({ id }) => id} />
              <Pager
                page={page}
                pageSize={TEMPLATES_PER_PAGE}
                count={count}
                onPage={(next) => change({ page: String(next) })}
              />
            </>
          )
        }
      </Read>
    </AutomationPage>
  )
}

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <EmptyState title={isFiltered ? words.filtered : words.none}>
    {isFiltered ? words.filteredText : words.noneText}
  </EmptyState>
)

const columnsWith = (
  names: TemplateNames,
  source: SourceSearch | undefined,
): readonly TableColumn<Wire.AutomationTemplate>[] => [
  {
    name: 'name',
    title: words.template,
    isGrowing: true,
    cell: ({ id, name, description }) => (
      <Link
        to="/automation/templates/$id"
        params={{ id }}
        className={styles.cut}
        dir="auto"
        title={description === '' ? name : description}
      >
        {name}
      </Link>
    ),
  },
  {
    name: 'launches',
    title: pageWords.launches,
    cell: (template) => (
      <span className={styles.bounded} title={launchedBy(template, names)}>
        {launchedBy(template, names)}
      </span>
    ),
  },
  {
    name: 'columns',
    title: words.columns,
    isWideOnly: 'very',
    cell: ({ schema }) => (
      <span className={`${styles.code} ${styles.bounded}`}>{schema.map(({ name }) => name).join(', ')}</span>
    ),
  },
  {
    name: 'category',
    title: words.category,
    isWideOnly: true,
    cell: (template) => categoryOf(template, names) ?? <span className={styles.minor}>–</span>,
  },
  {
    name: 'audience',
    title: pageWords.audience,
    isWideOnly: true,
    cell: (template) => (
      <span className={styles.bounded} title={audienceOf(template, names)}>
        {audienceOf(template, names)}
      </span>
    ),
  },
  {
    name: 'actions',
    title: words.actions,
    isTitleHidden: true,
    cell: (template) => <TemplateActions template={template} {...(source && { source })} />,
  },
]
