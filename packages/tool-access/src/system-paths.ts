const POSIX = [
  '/etc',
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/boot',
  '/sys',
  '/proc/sys',
  '/dev',
];

const BY_PLATFORM: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [...POSIX, '/System', '/Library'],
  win32: ['C:/Windows', 'C:/Program Files', 'C:/Program Files (x86)', 'C:/ProgramData', 'C:/Boot'],
};

/** The folders that belong to the operating system, as absolute paths; those of this machine by default. */
export function systemPaths(platform: NodeJS.Platform = process.platform): readonly string[] {
  return BY_PLATFORM[platform] ?? POSIX;
}
