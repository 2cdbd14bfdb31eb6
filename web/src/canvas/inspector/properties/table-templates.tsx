import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'

type Props = { readonly classNames: readonly string[]; readonly onChoose: (columns: readonly string[]) => void }

/** Columns that somebody put together for a class: own templates, and those shared with all. */
export function TableTemplates({ classNames, onChoose }: Props) {
  const heddle = useHeddle()
  const [className = ''] = classNames
  const { data } = useQuery({
    queryKey: ['mim', 'table-templates', className],
    queryFn: ({ signal }) => heddle.mim.tableTemplates.list({ class_name: className }, { signal }),
    enabled: classNames.length === 1,
    staleTime: 60_000,
  })
  return (data?.results ?? []).map(({ id, name, columns }) => (
    <Button key={id} look="link" title={words.template(columns)} onClick={() => onChoose(columns)}>
      {name}
    </Button>
  ))
}
