/** The words of adding and connecting. */
export const words = {
  field: 'Class',
  addTitle: 'Add class',
  addPlaceholder: 'A class or what it is about: fvBD, bridge domain',
  addHint: 'Type the name of a class or what it is about. A DN works too: the class of that object is added.',
  belowDn: (dn: string) => `Choose the class of the objects at ${dn} and below.`,
  chooseBelow: 'choose a class at and below it',
  noModel: 'No class model is installed, so the class is used as you type it.',
  noClass: (text: string) => `No class matches “${text}”.`,
  asTyped: 'as typed',
  connectTitle: (title: string) => `Connect ${title} to`,
  connectPlaceholder: (title: string) => `A class that can be joined to ${title}`,
  onCanvas: 'on the canvas',
  unknownHere: (className: string) =>
    `The class model does not know ${className}: how the classes join is found when the query runs.`,
  noWay: (one: string, other: string) =>
    `${one} and ${other} cannot be joined: neither contains the other, and no relation leads from one to the other.`,
  offers: {
    both: 'Compare a property that both have, or go through a class between them.',
    match: 'Compare a property that both have.',
    chain: 'Go through a class between them.',
    none: 'No class lies between them, and they share no property.',
  },
  several: (one: string, other: string) => `There are several ways from ${one} to ${other}: choose the one you mean.`,
  failed: 'The class model could not be read. Close this and try again.',
  waysFailed: 'The ways between these classes could not be read. Draw the thread again.',
} as const
