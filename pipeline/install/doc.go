// Package install provides the only way in which toolgrant writes to a person's
// files: a Store applies exactly the changes of a plan, undoes them, and removes
// everything it ever wrote, by receipt.
//
// One apply is a transaction. Under a lock it reads every file again and compares
// it with what the plan saw; keeps what it replaces in a content-addressed backup
// folder; writes a journal; stages each new file beside its target; renames them
// one by one; reads them back; and only then commits. Whatever fails before the
// commit is put back in reverse, and whatever dies before it is put back by the
// next run, which finds the journal. After the commit the next run finishes what
// is left of the bookkeeping. A file is therefore always wholly old or wholly new.
//
// Ownership is by receipt, never by name or folder: what a receipt describes and
// what still has the hash it describes is ours, nothing else.
package install
