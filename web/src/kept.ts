// What a browser keeps for the page; in memory if it keeps nothing, as some do when they are told to.

class Kept {
  private readonly here = new Map<string, string>();

  constructor(private readonly storage: () => Storage) {}

  get(name: string): string {
    try {
      return this.storage().getItem(name) ?? this.here.get(name) ?? '';
    } catch {
      return this.here.get(name) ?? '';
    }
  }
  // Empty: forget it.
  set(name: string, value: string): void {
    this.here.delete(name);
    try {
      if (value === '') this.storage().removeItem(name);
      else this.storage().setItem(name, value);
    } catch {
      this.here.set(name, value);
    }
  }
}

export const keptInTab = new Kept(() => sessionStorage);
export const keptForGood = new Kept(() => localStorage);
