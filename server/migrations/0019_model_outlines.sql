ALTER TABLE "mim_import_runs" ADD COLUMN "activates" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mim_graphs" ADD COLUMN "outline" "bytea";--> statement-breakpoint
ALTER TABLE "mim_versions" ADD COLUMN "is_installed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mim_versions" ADD COLUMN "outline" "bytea";