import { lockDataFolder } from '../data-folder-lock.ts'

// Prints whether it got the lock, and holds it until the process ends.
const [folder = ''] = process.argv.slice(2)
try {
  lockDataFolder(folder)
  console.log('locked')
} catch (error) {
  console.log(error instanceof Error ? error.name : error)
}
process.stdin.resume()
