// Loaded into a measured process: leaves behind what it used when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { megabytes: Math.round(maxRSS / 1024), cpu: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
