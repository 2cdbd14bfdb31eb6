ALTER TABLE "mim_graphs" ADD COLUMN "class_names" text[];--> statement-breakpoint
ALTER TABLE "mim_versions" ADD COLUMN "class_names" text[];