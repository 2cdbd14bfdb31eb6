/** What this process has used of the processors, for bounds on work: a busy machine does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
