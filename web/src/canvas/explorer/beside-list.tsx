import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import { isClassName } from '@heddle/domain/canvas/names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { classesBeside } from '../model/class-queries.ts'
import { addWay } from '../connect/add-class.ts'
import { describeWay, modelWays, type WayTo } from '../connect/ways.ts'
import { ClassRow } from './class-row.tsx'
import styles from './explorer.module.css'
import type { Favorites } from './favorites.ts'
import { Group } from './group.tsx'
import { words } from './words.ts'

const FEW = 6

/** What can be joined to the selected class, those that people use first. It follows the selection. */
export function BesideList({ favorites }: { readonly favorites: Favorites }) {
  const { store, connection } = useWorkspace()
  const [longFor, setLongFor] = useState<string>()
  const node = useCanvas(({ selection, history }) =>
    selection.nodes.length === 1 ? history.present.nodes.find(({ id }) => id === selection.nodes[0]) : undefined,
  )
  const className = node ? classesOfNode(node)[0] : undefined
  const isLong = longFor !== undefined && longFor === className
  const { data, error, isPlaceholderData } = useQuery({
    ...classesBeside(useHeddle(), className ?? '', { connection }),
    enabled: className !== undefined && isClassName(className),
    placeholderData: keepPreviousData,
  })
  if (!node || className === undefined || error || (data?.connectable.length ?? 1) === 0) return null
  const ways = data && !isPlaceholderData ? waysTo(data.connectable) : []
  return (
    <Group title={words.fitsBeside(className)}>
      <ul className={styles.rows}>
        {(isLong ? ways : ways.slice(0, FEW)).map((to) => (
          <ClassRow
            key={`${to.className} ${describeWay(to.way)}`}
            name={to.className}
            label={to.label}
            way={describeWay(to.way)}
            hue={to.way.kind === 'contains' ? 'contains' : 'references'}
            isFavorite={favorites.has(to.className)}
            onAdd={() => addWay(store, node.id, to)}
            onFavorite={() => favorites.toggle(to.className)}
          />
        ))}
      </ul>
      {ways.length > FEW && (
        <div className={styles.more}>
          <Button look="link" aria-expanded={isLong} onClick={() => setLongFor(isLong ? undefined : className)}>
            {isLong ? words.showLess : words.showMore}
          </Button>
        </div>
      )}
    </Group>
  )
}

const waysTo = (connectable: Wire.MimConnectable['connectable']): readonly WayTo[] =>
  connectable.flatMap((item) => modelWays(item).map((way) => ({ className: item.name, label: item.display_name, way })))
