/**
 * The display name: the label, else the class name without package, split at capitals (`EPgSelector` is `E Pg
 * Selector`).
 */
export function displayNameOf(label: string, className: string, packageName: string): string {
  return label === '' ? splitAtCapitals(className.slice(packageName.length)) : label
}

function splitAtCapitals(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
}
