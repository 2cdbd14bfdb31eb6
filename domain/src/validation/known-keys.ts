export type KeyPlace = 'node' | 'edge' | 'filter' | 'step'

/** What the engine reads, and `position`, which it ignores. */
export const KNOWN_KEYS: Readonly<Record<KeyPlace, readonly string[]>> = {
  node: [
    'id',
    'class_name',
    'class_names',
    'alias',
    'scope_dn',
    'filters',
    'properties',
    'primary',
    'position',
    'time_range',
    'optional',
  ],
  edge: ['id', 'source', 'target', 'kind', 'depth', 'through', 'on', 'join', 'properties'],
  filter: ['property', 'operator', 'value', 'any', 'all', 'not'],
  step: ['id', 'type', 'enabled', 'config'],
}

/** What people write instead, in lower case and without separators, where it does not look like the key. */
export const MEANT_KEYS: Readonly<Record<KeyPlace, Readonly<Record<string, string>>>> = {
  node: {
    class: 'class_name', classname: 'class_name', classes: 'class_names', classnames: 'class_names', mo: 'class_name',
    where: 'filters', conditions: 'filters', columns: 'properties', fields: 'properties', attributes: 'properties',
    property: 'properties', scope: 'scope_dn', dn: 'scope_dn', prefix: 'alias', time: 'time_range',
  },
  edge: {
    relation: 'through', relationclass: 'through', via: 'through', jointype: 'join', from: 'source', to: 'target',
    columns: 'properties', fields: 'properties',
  },
  filter: {
    op: 'operator', comparison: 'operator', field: 'property', column: 'property', attribute: 'property', key: 'property',
    values: 'value', or: 'any', and: 'all',
  },
  step: {
    kind: 'type', processor: 'type', options: 'config', configuration: 'config', params: 'config', active: 'enabled',
  },
} // prettier-ignore

/**
 * Keys with which canvas programs keep how a canvas is drawn, and people what they think of it, in lower case and
 * without separators. They mean nothing here, however much they look like ours.
 */
const DRAWN = new Set(
  `
  x y z width height size angle rotation position positionabsolute renderedposition computed measured dimensions
  initialwidth initialheight origin extent expandparent zindex points waypoints vertices
  type shape view markup attrs style styles class classname color colour background fill stroke opacity icon image
  animated markerstart markerend path pathoptions curve connector router
  name title text label labels labelstyle labelshowbg labelbgstyle labelbgpadding labelbgborderradius arialabel ariarole
  data selected selectable dragging draggable draghandle resizing resizable connectable deletable focusable hidden
  visible locked collapsed expanded grabbable pannable reconnectable updatable interactionwidth domattributes
  parent parentid parentnode children ports port handles handle sourcehandle targethandle sourceport targetport
  sourceposition targetposition sourcenode targetnode tools
  ui meta metadata note notes comment comments description
  `
    .trim()
    .split(/\s+/),
)
/** How programs mark keys of their own. */
const PRIVATE = /^(?:[_$@]|x-)/i

export const plainKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, '')

/** Whether a key belongs to the program that drew the canvas, or is a note. */
export const isOfProgram = (key: string, place: KeyPlace): boolean =>
  PRIVATE.test(key) || DRAWN.has(plainKey(key)) || (place === 'filter' && key === 'id')
