ALTER TABLE "automation_templates" ADD COLUMN "validation_lists" uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_templates" ADD COLUMN "is_restricted" boolean NOT NULL;